package symexec

import (
	"github.com/riftlab/rift/engines/symexec/code"
	"github.com/riftlab/rift/engines/symexec/memory"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/machine"
)

// fail ends a path with a fault at the present instruction.
func (e *Explorer) fail(st *State, kind program.FaultKind, message string) {
	st.shown.Fault = &program.Fault{Kind: kind, Message: message}
	e.finish(st, program.Faulted, 0)
	e.locate(st)
}

// finish ends a path.
func (e *Explorer) finish(st *State, ending program.Ending, status int) {
	st.done, st.shown.Ending, st.shown.Status = true, ending, status
	if st.top != nil {
		st.place = st.Position(e.code.IR)
	}
}

// stopped ends a path at a limit of the machine, as package vm would.
func (e *Explorer) stopped(st *State, why string) {
	e.finish(st, program.Stopped, 0)
	st.shown.Limit = why
}

// giveUp ends a path that the machine cannot follow.
func (e *Explorer) giveUp(st *State, why string) {
	e.finish(st, program.Stopped, 0)
	st.unsupported = why
}

// locate says where a fault happened.
func (e *Explorer) locate(st *State) {
	if st.top == nil {
		return
	}
	f, at := st.top, 0
	machine.Locate(st.shown.Fault, st.depth, func(i int) (*program.Func, program.Position) {
		for ; at < i; at++ {
			f = f.caller
		}
		return f.f.IR, e.code.IR.Position(f.f.Code[f.pc].IR.At)
	})
	st.place = st.shown.Fault.Pos
}

// allocatedHere notes where a heap object is allocated.
func (e *Explorer) allocatedHere(st *State, o *memory.Object) {
	o.Site = int32(e.userPlace(st))
	for f := st.top; f != nil; f = f.caller {
		if !f.f.IR.Library {
			o.What = int32(f.f.Index)
			break
		}
	}
}

// userPlace returns the range of the innermost instruction in code that is not
// of the run-time library.
func (e *Explorer) userPlace(st *State) program.RangeID {
	for f := st.top; f != nil; f = f.caller {
		if !f.f.IR.Library {
			return f.f.Code[f.pc].IR.At
		}
	}
	return 0
}

func (e *Explorer) faults() machine.Faults { return machine.Faults{Program: e.code.IR} }

// describe tells machine of the object that is, or was last, in a slot; nil if none
// ever was.
func (e *Explorer) describe(st *State, s uint32) *machine.Object {
	o := st.memory.Object(s)
	if o == nil {
		return nil
	}
	out := &machine.Object{ID: o.ID, Kind: o.Kind, Live: o.Live, Size: uint64(o.Size), What: o.What}
	place := func(r int32) *program.Position {
		if r <= 0 {
			return nil
		}
		pos := e.code.IR.Position(program.RangeID(r))
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
func (e *Explorer) badAccess(st *State, a, n uint64, verb string) {
	s, _, _ := machine.Slot(a)
	kind, message := e.faults().BadAccess(a, n, verb, e.describe(st, s))
	e.fail(st, kind, message)
}

// neverWritten describes a read of bytes never written; at is the first.
func (e *Explorer) neverWritten(st *State, s uint32, off int, n uint64, at int) string {
	return e.faults().Uninitialised(e.describe(st, s), int64(off), n, uint64(at))
}

// span describes n bytes of an object.
func (e *Explorer) span(st *State, s uint32, off int64, n uint64) string {
	return e.faults().Span(e.describe(st, s), off, n)
}

func (e *Explorer) badArithmetic(st *State, kind program.FaultKind, in *code.Instr, count uint64) {
	message := machine.BadDivision(kind)
	if kind == program.FaultShift {
		message = machine.BadShift(count, in.Kind.Bits())
	}
	e.fail(st, kind, message)
}

func (e *Explorer) overflow(st *State, op program.Op, k program.Kind, a, b uint64) {
	e.fail(st, program.FaultOverflow, machine.Overflow(op, k, a, b))
}

func (e *Explorer) badCall(st *State, a uint64) {
	var in *machine.Object
	if s, _, ok := st.memory.Inside(a, 0); ok {
		in = e.describe(st, s)
	}
	e.fail(st, program.FaultCall, e.faults().BadCall(a, in))
}

func (e *Explorer) badJump(st *State, a uint64) {
	e.fail(st, program.FaultInvalid, machine.BadJump(a))
}
