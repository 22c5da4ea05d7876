package exec

import (
	"github.com/riftlab/rift/engines/symexec/code"
	"github.com/riftlab/rift/engines/symexec/memory"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/machine"
)

// fail ends a path with a fault at the present instruction.
func (m *Machine) fail(st *State, kind program.FaultKind, message string) {
	st.Shown.Fault = &program.Fault{Kind: kind, Message: message}
	m.Finish(st, program.Faulted, 0)
	m.locate(st)
}

// Finish ends a path.
func (m *Machine) Finish(st *State, ending program.Ending, status int) {
	st.Done, st.Shown.Ending, st.Shown.Status = true, ending, status
	if st.Top != nil {
		st.Place = st.Position(m.code.IR)
		if at := m.UserPlace(st); at != 0 && ending == program.Signaled {
			st.Place = m.code.IR.Position(at)
		}
	}
}

// stopped ends a path at a limit of the machine, as package vm would.
func (m *Machine) stopped(st *State, why string) {
	m.Finish(st, program.Stopped, 0)
	st.Shown.Limit = why
}

// giveUp ends a path that the machine cannot follow.
func (m *Machine) giveUp(st *State, why string) {
	m.Finish(st, program.Stopped, 0)
	st.Unsupported = why
}

// locate says where a fault happened.
func (m *Machine) locate(st *State) {
	if st.Top == nil {
		return
	}
	f, at := st.Top, 0
	machine.Locate(st.Shown.Fault, st.Activations, func(i int) (*program.Func, program.Position) {
		for ; at < i; at++ {
			f = f.Caller
		}
		return f.Fn.IR, m.code.IR.Position(f.Fn.Code[f.PC].IR.At)
	})
	st.Place = st.Shown.Fault.Pos
}

// allocatedHere notes where a heap object is allocated.
func (m *Machine) allocatedHere(st *State, o *memory.Object) {
	o.Site = int32(m.UserPlace(st))
	for f := st.Top; f != nil; f = f.Caller {
		if !f.Fn.IR.Library {
			o.What = int32(f.Fn.Index)
			break
		}
	}
}

// UserPlace returns the range of the innermost instruction in code that is not
// of the run-time library.
func (m *Machine) UserPlace(st *State) program.RangeID {
	for f := st.Top; f != nil; f = f.Caller {
		if !f.Fn.IR.Library {
			return f.Fn.Code[f.PC].IR.At
		}
	}
	return 0
}

func (m *Machine) faults() machine.Faults { return machine.Faults{Program: m.code.IR} }

// describe tells machine of the object that is, or was last, in a slot; nil if none
// ever was.
func (m *Machine) describe(st *State, s uint32) *machine.Object {
	o := st.Memory.Object(s)
	if o == nil || o.Kind == machine.NoObject {
		return nil
	}
	out := &machine.Object{Kind: o.Kind, Live: o.Live, Size: uint64(o.Size), What: o.What}
	place := func(r int32) *program.Position {
		if r <= 0 {
			return nil
		}
		pos := m.code.IR.Position(program.RangeID(r))
		return &pos
	}
	switch o.Kind {
	case machine.LocalObject, machine.VLAObject:
		out.Func = o.Site
	case machine.HeapObject:
		out.Allocated, out.Freed = place(o.Site), place(o.Freed)
	}
	return out
}

// badAccess records why n bytes at a can not be accessed.
func (m *Machine) badAccess(st *State, a, n uint64, verb string) {
	s, _ := program.Beside(a)
	kind, message := m.faults().BadAccess(a, n, verb, m.describe(st, s))
	m.fail(st, kind, message)
}

// neverWritten describes a read of bytes never written; at is the first.
func (m *Machine) neverWritten(st *State, s uint32, off int, n uint64, at int) string {
	return m.faults().Uninitialised(m.describe(st, s), int64(off), n, uint64(at))
}

// span describes n bytes of an object.
func (m *Machine) span(st *State, s uint32, off int64, n uint64) string {
	return m.faults().Span(m.describe(st, s), off, n)
}

func (m *Machine) badArithmetic(st *State, kind program.FaultKind, in *code.Instr, count uint64) {
	message := machine.BadDivision(kind)
	if kind == program.FaultShift {
		message = machine.BadShift(count, in.Kind.Bits())
	}
	m.fail(st, kind, message)
}

func (m *Machine) overflow(st *State, op program.Op, k program.Kind, a, b uint64) {
	m.fail(st, program.FaultOverflow, machine.Overflow(op, k, a, b))
}

// violation ends a path with an error that the code has found.
func (m *Machine) violation(st *State, f *Activation, in *code.Instr, v *program.Violation) {
	word := func(r int32, o program.Operand) uint64 {
		if !o.Present() {
			return 0
		}
		x := f.Regs[r]
		if x.T != 0 {
			return m.solver.Eval(&st.Path, m.terms.Fit(x.T, o.Kind.Bits()))
		}
		return x.W
	}
	m.fail(st, v.Kind, v.Tell(in.IR.A.Kind, in.IR.B.Kind, word(in.A, in.IR.A), word(in.B, in.IR.B)))
}

func (m *Machine) badCall(st *State, a uint64) {
	var in *machine.Object
	if s, _, ok := st.Memory.Inside(a, 0); ok {
		in = m.describe(st, s)
	}
	m.fail(st, program.FaultCall, m.faults().BadCall(a, in))
}

func (m *Machine) badJump(st *State, a uint64) {
	m.fail(st, program.FaultInvalid, machine.BadJump(a))
}
