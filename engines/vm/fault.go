package vm

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/riftlab/rift/program"
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
	e := fn.Construct(&fn.Blocks[s.block].Instrs[s.index])
	if e == nil {
		x.fail(program.FaultUnreachable, "")
		return
	}
	x.fail(program.FaultUnsupported, e.Msg)
	x.stopped(program.LimitUnsupported)
}

// maxStackShown bounds the callers that a fault lists.
const maxStackShown = 64

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
	pc, top := x.pc, x.depth-1
	inner := ""
	for top > 0 && x.m.program.Funcs[x.frames[top].fn].Library && x.frames[top].ret >= 0 {
		inner = x.m.program.Funcs[x.frames[top].fn].Source
		pc = x.frames[top].ret
		top--
	}
	x.fault.Pos, x.fault.Func = x.m.at(pc)
	if x.m.program.Funcs[x.frames[top].fn].Library {
		inner = ""
	}
	switch x.fault.Kind {
	case program.FaultReached, program.FaultDoubleFree, program.FaultBadFree:
		inner = "" // the message says it
	}
	if inner != "" {
		if x.fault.Message != "" {
			x.fault.Message += " "
		}
		x.fault.Message += "(in " + inner + ")"
	}
	for ; top >= 0 && x.frames[top].ret >= 0; top-- {
		if len(x.fault.Stack) == maxStackShown {
			x.fault.Stack = append(x.fault.Stack, fmt.Sprintf("and %d more", top+1))
			break
		}
		pos, name := x.m.at(x.frames[top].ret)
		x.fault.Stack = append(x.fault.Stack, name+" "+pos.String())
	}
}

// at returns the position and the function of the instruction at pc.
func (m *Machine) at(pc int32) (program.Position, string) {
	s := m.sources[pc]
	fn := m.program.Funcs[s.fn]
	return m.program.Position(fn.Blocks[s.block].Instrs[s.index].At), fn.Source
}

// badAccess records why n bytes at a can not be accessed.
func (x *Instance) badAccess(a, n uint64, verb string) {
	h, off := program.SplitAddress(a)
	where := int64(off)
	if off >= program.MaxObjectSize {
		// Left its object by going below the start.
		where -= 1 << 32
		h++
	}
	s := h & slotMask
	what := verb + " of " + plural(n, "byte")
	switch {
	case h == 0 && where < 1<<16:
		if where == 0 {
			x.fail(program.FaultNull, what+" at a null pointer")
		} else {
			x.fail(program.FaultNull, fmt.Sprintf("%s at offset %d of a null pointer", what, where))
		}
	case s >= program.FuncSlot && h>>program.ObjectSlotBits == 0:
		x.fail(program.FaultInvalid, what+" at "+x.codeName(a))
	case s == 0 || int(s) >= len(x.objects):
		x.fail(program.FaultInvalid, fmt.Sprintf("%s at %#x, which is no object", what, a))
	case x.objects[s].id == h && x.objects[s].live:
		x.fail(program.FaultOutOfBounds, verb+" of "+x.span(s, where, n))
	case x.objects[s].id != h && h>>program.ObjectSlotBits > x.objects[s].id>>program.ObjectSlotBits && !x.wrapped(s):
		x.fail(program.FaultInvalid, fmt.Sprintf("%s at %#x, which is no object", what, a))
	default:
		x.deadAccess(s, h, what, where)
	}
}

// wrapped reports whether the generation count of a slot may have wrapped;
// then a greater generation is an old one.
func (x *Instance) wrapped(s uint32) bool {
	return x.objects[s].id>>program.ObjectSlotBits < 128
}

func (x *Instance) deadAccess(s, h uint32, what string, off int64) {
	kind, word := program.FaultDeadObject, "an object whose scope was left"
	switch x.objects[s].kind {
	case heapObject, stringObject:
		kind, word = program.FaultUseAfterFree, "a freed object"
	}
	if x.objects[s].id == h {
		word = x.objectName(s) + " after its scope was left"
		if kind == program.FaultUseAfterFree {
			word = x.objectName(s) + x.freedAt(s)
		}
	}
	x.fail(kind, fmt.Sprintf("%s at offset %d of %s", what, off, word))
}

// freedAt says where the last object of a heap slot was freed.
func (x *Instance) freedAt(s uint32) string {
	if pc := x.details[s].freed; pc >= 0 {
		pos, _ := x.m.at(pc)
		return ", freed at " + pos.String()
	}
	return ", which was freed"
}

// uninitialised records a read of bytes never written; at is the first.
func (x *Instance) uninitialised(s uint32, off, n, at uint64) {
	m := "read of " + x.span(s, int64(off), n)
	if n > 1 {
		m += fmt.Sprintf(": byte %d was never written", at)
	}
	x.fail(program.FaultUninitialised, m)
}

// span describes n bytes of an object: `4 bytes at offset 12 of "arr" (12
// bytes)`.
func (x *Instance) span(s uint32, off int64, n uint64) string {
	return fmt.Sprintf("%s at offset %d of %s (%s)", plural(n, "byte"), off, x.objectName(s), plural(uint64(len(x.objects[s].data)), "byte"))
}

// quoteShort quotes the start of a string.
func quoteShort(b []byte) string {
	const most = 24
	b, _, _ = bytes.Cut(b, []byte{0})
	if len(b) > most {
		return strconv.Quote(string(b[:most])) + "..."
	}
	return strconv.Quote(string(b))
}

func plural(n uint64, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return strconv.FormatUint(n, 10) + " " + word + "s"
}

// objectName describes the object that is, or was last, in a slot.
func (x *Instance) objectName(s uint32) string {
	d := &x.details[s]
	return x.nameOf(x.objects[s].kind, d.what, d.site)
}

// nameOf describes an object from its details.
func (x *Instance) nameOf(kind objectKind, what, site int32) string {
	switch kind {
	case globalObject:
		g := x.m.program.Globals[what]
		if g.Source == "" {
			if g.ReadOnly {
				return "string literal " + quoteShort(g.Data)
			}
			return "an unnamed object"
		}
		return strconv.Quote(g.Source)
	case localObject, vlaObject:
		fn := x.m.program.Funcs[site]
		if what >= 0 && fn.Locals[what].Name != "" {
			return strconv.Quote(fn.Locals[what].Name)
		}
		if kind == vlaObject {
			return "memory from alloca in " + fn.Source
		}
		return "an unnamed object of " + fn.Source
	case varargsObject:
		return "the variable arguments of " + x.m.program.Funcs[what].Source
	case stringObject:
		return "an input string"
	}
	if site >= 0 {
		pos, _ := x.m.at(site)
		return "the object allocated at " + pos.String()
	}
	return "an allocated object"
}

// codeName describes an address in the range of functions and labels.
func (x *Instance) codeName(a uint64) string {
	if f, ok := program.FuncIndex(a); ok && f < len(x.m.program.Funcs) {
		return "function " + x.m.program.Funcs[f].Source
	}
	return fmt.Sprintf("%#x, which is code", a)
}

func (x *Instance) badShift(count, bits uint64) {
	x.fail(program.FaultShift, fmt.Sprintf("shift of a %d-bit number by %d", bits, int64(count<<(64-min(bits, 32)))>>(64-min(bits, 32))))
}

func (x *Instance) badDivision(kind program.FaultKind) {
	message := ""
	if kind == program.FaultOverflow {
		message = "the most negative number divided by -1"
	}
	x.fail(kind, message)
}

func (x *Instance) badCall(a uint64) {
	if a == 0 {
		x.fail(program.FaultCall, "call of a null pointer")
		return
	}
	if h, _ := program.SplitAddress(a); int(h&slotMask) < len(x.objects) && x.objects[h&slotMask].live && x.objects[h&slotMask].id == h {
		x.fail(program.FaultCall, "call of an address in "+x.objectName(h&slotMask))
		return
	}
	x.fail(program.FaultCall, fmt.Sprintf("call of %#x, which is no function", a))
}

func (x *Instance) badJump(a uint64) {
	x.fail(program.FaultInvalid, fmt.Sprintf("goto to %#x, which is no label of this function", a))
}

// eval executes a pure operation by its definition.
func (x *Instance) eval(r *window, in *inst, op program.Op, k, from program.Kind, checked bool) bool {
	a, b := r[in.b], r[in.c]
	if checked && program.Overflows(op, k, a, b) {
		x.fail(program.FaultOverflow, fmt.Sprintf("%d %s %d does not fit %d bits", program.SignExtend(k, a), opSigns[op], program.SignExtend(k, b), k.Bits()))
		return false
	}
	v, kind := program.Eval(op, k, from, a, b)
	switch kind {
	case "":
		r[in.a] = v
		return true
	case program.FaultShift:
		x.badShift(b, uint64(k.Bits()))
	default:
		x.badDivision(kind)
	}
	return false
}

var opSigns = map[program.Op]string{program.Add: "+", program.Sub: "-", program.Mul: "*", program.Shl: "<<"}
