package vm

import (
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/machine"
)

// fail ends the run with a fault; loop adds the place.
func (x *Instance) fail(kind program.FaultKind, message string) {
	x.ending = program.Faulted
	x.fault = &program.Fault{Kind: kind, Message: message}
}

// unreachable ends the run at the Unreachable before x.pc.
func (x *Instance) unreachable() {
	s := x.m.sources[x.pc-1]
	fn := x.m.program.Funcs[s.fn]
	in := &fn.Blocks[s.block].Instrs[s.index]
	if v := fn.Violation(in); v != nil {
		r, at := x.window(), &x.m.code[x.pc-1]
		x.fail(v.Kind, v.Tell(in.A.Kind, in.B.Kind, r[at.a], r[at.b]))
		return
	}
	e := fn.Construct(in)
	if e == nil {
		x.fail(program.FaultUnreachable, "")
		return
	}
	x.fail(program.FaultUnsupported, e.Msg)
	x.stopped(program.LimitUnsupported)
}

// locate completes a fault with the place of instruction x.pc, and the step
// count with the instructions since the last counting one.
func (x *Instance) locate() {
	if op := x.m.code[x.pc].op; !counts(op) {
		x.steps += int64(x.m.sources[x.pc].steps)
	}
	if x.pending {
		x.traceFault()
	}
	if x.fault == nil || x.fault.Func != "" {
		return
	}
	x.place()
}

// counts reports whether an instruction adds its steps before it acts.
func counts(op uint16) bool { return op >= opCall && op <= opUnreachable }

// place says where the fault happened: the innermost code that is not of the
// run-time library, and its callers.
func (x *Instance) place() {
	depth := 1
	for i := x.depth - 1; i > 0 && x.frames[i].ret >= 0; i-- {
		depth++
	}
	machine.Locate(x.fault, depth, func(i int) (*program.Func, program.Position) {
		pc, top := x.pc, x.depth-1-i
		if i > 0 {
			pc = x.frames[top+1].ret
		}
		pos, _ := x.m.at(pc)
		return x.m.program.Funcs[x.frames[top].fn], pos
	})
}

// at returns the position and the function of the instruction at pc.
func (m *Machine) at(pc int32) (program.Position, string) {
	s := m.sources[pc]
	fn := m.program.Funcs[s.fn]
	return m.program.Position(fn.Blocks[s.block].Instrs[s.index].At), fn.Source
}

// checkCall reports whether what lies at an address may be called as the call at x.pc does; what
// is no function is left to the call.
func (x *Instance) checkCall(a uint64) bool {
	s := x.m.sources[x.pc-1]
	fn := x.m.program.Funcs[s.fn]
	as := fn.Called[fn.Blocks[s.block].Instrs[s.index].C.Bits]
	if i, ok := program.FuncIndex(a); ok && i < len(x.m.funcs) {
		if message := machine.BadCallType(x.m.program.Funcs[i], as); message != "" {
			x.fail(program.FaultCallType, message)
			return false
		}
	}
	return true
}

func (x *Instance) faults() machine.Faults { return machine.Faults{Program: x.m.program} }

// describe tells machine of the object that is, or was last, in a slot; nil if none
// ever was.
func (x *Instance) describe(s uint32) *machine.Object {
	if int(s) >= len(x.objects) || x.objects[s].kind == machine.NoObject {
		return nil
	}
	o, d := &x.objects[s], &x.details[s]
	out := x.named(o.kind, d.what, d.site)
	out.Live, out.Size = o.live, uint64(len(o.data))
	if o.kind == machine.HeapObject && !o.live && d.freed >= 0 {
		pos, _ := x.m.at(d.freed)
		out.Freed = &pos
	}
	return out
}

// named is what names an object, by its details.
func (x *Instance) named(kind machine.ObjectKind, what, site int32) *machine.Object {
	o := &machine.Object{Kind: kind, What: what}
	switch kind {
	case machine.LocalObject, machine.VLAObject:
		o.Func = site
	case machine.HeapObject:
		if site >= 0 {
			pos, _ := x.m.at(site)
			o.Allocated = &pos
		}
	}
	return o
}

// badAccess records why n bytes at a can not be accessed.
func (x *Instance) badAccess(a, n uint64, verb string) {
	s, _ := program.Beside(a)
	x.fail(x.faults().BadAccess(a, n, verb, x.describe(s)))
}

// uninitialised records a read of bytes never written; at is the first.
func (x *Instance) uninitialised(s uint32, off, n, at uint64) {
	x.fail(program.FaultUninitialised, x.faults().Uninitialised(x.describe(s), int64(off), n, at))
}

// span describes n bytes of an object.
func (x *Instance) span(s uint32, off int64, n uint64) string {
	return x.faults().Span(x.describe(s), off, n)
}

func (x *Instance) badDivision(kind program.FaultKind) { x.fail(kind, machine.BadDivision(kind)) }

func (x *Instance) badCall(a uint64) {
	var in *machine.Object
	if s := program.Slot(a); int(s) < len(x.objects) && x.objects[s].live {
		in = x.describe(s)
	}
	x.fail(program.FaultCall, x.faults().BadCall(a, in))
}

// eval executes a pure operation by its definition.
func (x *Instance) eval(r *window, in *inst, op program.Op, k, from program.Kind, checked bool) bool {
	a, b := r[in.b], r[in.c]
	if checked && program.Overflows(op, k, a, b) {
		x.fail(program.FaultOverflow, machine.Overflow(op, k, a, b))
		return false
	}
	v, kind := program.Eval(op, k, from, a, b)
	switch kind {
	case "":
		r[in.a] = v
		return true
	case program.FaultShift:
		x.fail(kind, machine.BadShift(b, k.Bits()))
	default:
		x.badDivision(kind)
	}
	return false
}
