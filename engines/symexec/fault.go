package symexec

import (
	"fmt"
	"strconv"

	"github.com/riftlab/rift/program"
)

// fail ends a path with a fault at the present instruction.
func (e *Explorer) fail(st *State, kind program.FaultKind, message string) {
	st.fault = &program.Fault{Kind: kind, Message: message}
	e.finish(st, program.Faulted, 0)
	e.locate(st)
}

// finish ends a path.
func (e *Explorer) finish(st *State, ending program.Ending, status int) {
	st.done, st.ending, st.status = true, ending, status
	if st.top != nil {
		st.place = st.Position(e.code.program)
	}
}

// stopped ends a path at a limit of the machine, as package vm would.
func (e *Explorer) stopped(st *State, why string) {
	e.finish(st, program.Stopped, 0)
	st.why = why
}

// giveUp ends a path that the machine cannot follow.
func (e *Explorer) giveUp(st *State, why string) {
	e.finish(st, program.Stopped, 0)
	st.unsupported = why
}

// maxStackShown bounds the callers that a fault lists.
const maxStackShown = 64

// locate says where a fault happened: the innermost code that is not of the
// run-time library, and its callers.
func (e *Explorer) locate(st *State) {
	f := st.top
	if f == nil {
		return
	}
	inner := ""
	for f.f.fn.Library && f.caller != nil {
		inner = f.f.fn.Source
		f = f.caller
	}
	st.fault.Pos, st.fault.Func = e.at(f)
	st.place = st.fault.Pos
	if f.f.fn.Library {
		inner = ""
	}
	if inner != "" && st.fault.Kind != program.FaultReached {
		if st.fault.Message != "" {
			st.fault.Message += " "
		}
		st.fault.Message += "(in " + inner + ")"
	}
	depth := 0
	for c := f.caller; c != nil; c = c.caller {
		depth++
	}
	for c := f.caller; c != nil; c = c.caller {
		if len(st.fault.Stack) == maxStackShown {
			st.fault.Stack = append(st.fault.Stack, fmt.Sprintf("and %d more", depth-maxStackShown))
			break
		}
		pos, name := e.at(c)
		st.fault.Stack = append(st.fault.Stack, name+" "+pos.String())
	}
}

// at returns the position and the function of an activation.
func (e *Explorer) at(f *frame) (program.Position, string) {
	return e.code.program.Position(f.f.code[f.pc].in.At), f.f.fn.Source
}

// userPlace returns the range of the innermost instruction in code that is not
// of the run-time library.
func (e *Explorer) userPlace(st *State) program.RangeID {
	for f := st.top; f != nil; f = f.caller {
		if !f.f.fn.Library {
			return f.f.code[f.pc].in.At
		}
	}
	return 0
}

// badAccess records why n bytes at a can not be accessed.
func (e *Explorer) badAccess(st *State, a, n uint64, verb string) {
	h, off := program.SplitAddress(a)
	where := int64(off)
	if off >= program.MaxObjectSize {
		where -= 1 << 32 // it left its object by going below the start
		h++
	}
	s := h & slotMask
	what := verb + " of " + plural(n, "byte")
	o := st.object(s)
	switch {
	case h == 0 && where < 1<<16:
		if where == 0 {
			e.fail(st, program.FaultNull, what+" at a null pointer")
		} else {
			e.fail(st, program.FaultNull, fmt.Sprintf("%s at offset %d of a null pointer", what, where))
		}
	case s >= program.FuncSlot && h>>program.ObjectSlotBits == 0:
		e.fail(st, program.FaultInvalid, what+" at "+e.codeName(a))
	case s == 0 || o == nil:
		e.fail(st, program.FaultInvalid, fmt.Sprintf("%s at %#x, which is no object", what, a))
	case o.id == h && o.live:
		e.fail(st, program.FaultOutOfBounds, verb+" of "+e.span(st, s, where, n))
	case o.id != h && h>>program.ObjectSlotBits > o.id>>program.ObjectSlotBits && o.id>>program.ObjectSlotBits >= 128:
		e.fail(st, program.FaultInvalid, fmt.Sprintf("%s at %#x, which is no object", what, a))
	default:
		e.deadAccess(st, s, h, what, where)
	}
}

func (e *Explorer) deadAccess(st *State, s, h uint32, what string, off int64) {
	kind, name := program.FaultDeadObject, "an object whose scope was left"
	o := st.object(s)
	if o.kind == heapObject || o.kind == stringObject {
		kind, name = program.FaultUseAfterFree, "a freed object"
	}
	if o.id == h {
		name = e.objectName(st, s)
		if kind == program.FaultUseAfterFree {
			name = "freed " + name
		} else {
			name += " after its scope was left"
		}
	}
	e.fail(st, kind, fmt.Sprintf("%s at offset %d of %s", what, off, name))
}

// uninitialised records a use of bytes never written; at is the first.
func (e *Explorer) uninitialised(st *State, s uint32, off int, n uint64, at int) {
	e.fail(st, program.FaultUninitialised, e.neverWritten(st, s, off, n, at))
}

// neverWritten describes a read of such bytes.
func (e *Explorer) neverWritten(st *State, s uint32, off int, n uint64, at int) string {
	m := "read of " + e.span(st, s, int64(off), n)
	if n > 1 {
		m += fmt.Sprintf(": byte %d was never written", at)
	}
	return m
}

// span describes n bytes of an object.
func (e *Explorer) span(st *State, s uint32, off int64, n uint64) string {
	return fmt.Sprintf("%s at offset %d of %s (%s)", plural(n, "byte"), off, e.objectName(st, s), plural(uint64(st.object(s).size), "byte"))
}

// objectName describes the object that is, or was last, in a slot.
func (e *Explorer) objectName(st *State, s uint32) string {
	o := st.object(s)
	p := e.code.program
	switch o.kind {
	case globalObject:
		g := p.Globals[o.what]
		if g.Source == "" {
			if g.ReadOnly {
				return "a string literal"
			}
			return "an unnamed object"
		}
		return strconv.Quote(g.Source)
	case localObject, vlaObject:
		fn := p.Funcs[o.site]
		if o.what >= 0 && fn.Locals[o.what].Name != "" {
			return strconv.Quote(fn.Locals[o.what].Name)
		}
		if o.kind == vlaObject {
			return "memory from alloca in " + fn.Source
		}
		return "an unnamed object of " + fn.Source
	case varargsObject:
		return "the variable arguments of " + p.Funcs[o.what].Source
	case stringObject:
		return "an input string"
	}
	if o.site > 0 {
		return "the object allocated at " + p.Position(program.RangeID(o.site)).String()
	}
	return "an allocated object"
}

// codeName describes an address in the range of functions and labels.
func (e *Explorer) codeName(a uint64) string {
	if f, ok := program.FuncIndex(a); ok && f < len(e.code.funcs) {
		return "function " + e.code.funcs[f].fn.Source
	}
	return fmt.Sprintf("%#x, which is code", a)
}

func (e *Explorer) badArithmetic(st *State, kind program.FaultKind, in *inst, count uint64) {
	message := ""
	switch kind {
	case program.FaultShift:
		n := min(in.kind.Bits(), 32)
		message = fmt.Sprintf("shift of a %d-bit number by %d", in.kind.Bits(), int64(count<<(64-n))>>(64-n))
	case program.FaultOverflow:
		message = "the most negative number divided by -1"
	}
	e.fail(st, kind, message)
}

var opSigns = map[program.Op]string{program.Add: "+", program.Sub: "-", program.Mul: "*", program.Shl: "<<"}

func (e *Explorer) overflow(st *State, op program.Op, k program.Kind, a, b uint64) {
	e.fail(st, program.FaultOverflow, fmt.Sprintf("%d %s %d does not fit %d bits", program.SignExtend(k, a), opSigns[op], program.SignExtend(k, b), k.Bits()))
}

func (e *Explorer) badCall(st *State, a uint64) {
	if a == 0 {
		e.fail(st, program.FaultCall, "call of a null pointer")
		return
	}
	if s, _, ok := st.inside(a, 0); ok {
		e.fail(st, program.FaultCall, "call of an address in "+e.objectName(st, s))
		return
	}
	e.fail(st, program.FaultCall, fmt.Sprintf("call of %#x, which is no function", a))
}

func (e *Explorer) badJump(st *State, a uint64) {
	e.fail(st, program.FaultInvalid, fmt.Sprintf("goto to %#x, which is no label of this function", a))
}
