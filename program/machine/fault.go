package machine

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/riftlab/rift/program"
)

// Object is what a fault tells of an object: the one in a slot, or the one that
// was there last.
type Object struct {
	Kind ObjectKind
	Live bool
	Size uint64
	// What is the number of a global, of a local of Func (-1 if it has none), or of
	// the function that takes variable arguments.
	What, Func int32
	// Allocated and Freed are where the program's own code did so with a heap
	// object; nil if it did not.
	Allocated, Freed *program.Position
}

// Faults tells the faults of a program's runs.
type Faults struct{ Program *program.Program }

// BadAccess tells why n bytes at a cannot be accessed. o is what is, or was, in
// the slot that program.Beside says; nil if nothing ever was.
func (f Faults) BadAccess(a, n uint64, verb string, o *Object) (program.FaultKind, string) {
	s, off := program.Beside(a)
	what := verb + " of " + Plural(n, "byte")
	switch {
	case s == 0 && off < 1<<16:
		if off == 0 {
			return program.FaultNull, what + " at a null pointer"
		}
		return program.FaultNull, fmt.Sprintf("%s at offset %d of a null pointer", what, off)
	case s >= program.FuncSlot && s < program.WideSlots:
		return program.FaultInvalid, what + " at " + f.code(a)
	case s == 0 || o == nil:
		return program.FaultInvalid, fmt.Sprintf("%s at %#x, which is no object", what, a)
	case o.Live:
		return program.FaultOutOfBounds, verb + " of " + f.Span(o, off, n)
	}
	return f.DeadAccess(o, what, off)
}

// DeadAccess tells of something done at an offset of an object that has ended.
func (f Faults) DeadAccess(o *Object, what string, off int64) (program.FaultKind, string) {
	kind, name := program.FaultDeadObject, f.Name(o)+" after its scope was left"
	if o.Kind == HeapObject || o.Kind == StringObject {
		kind, name = program.FaultUseAfterFree, f.Name(o)+f.freed(o)
	}
	return kind, fmt.Sprintf("%s at offset %d of %s", what, off, name)
}

// BadFree tells why a, which is not null, cannot be freed; kind is "" if it can. o is
// what is, or was last, in the slot of a.
func (f Faults) BadFree(a uint64, o *Object) (kind program.FaultKind, message string) {
	_, off := program.SplitAddress(a)
	switch {
	case o.Kind == HeapObject && !o.Live:
		return program.FaultDoubleFree, "free of " + f.Name(o) + f.freed(o)
	case o.Kind != HeapObject && o.Live:
		return program.FaultBadFree, "free of " + f.Name(o) + ", which is not from malloc"
	case o.Kind != HeapObject:
		_, message = f.DeadAccess(o, "free", int64(off))
		return program.FaultBadFree, message
	case off != 0:
		return program.FaultBadFree, fmt.Sprintf("free of an address %d bytes into %s", off, f.Name(o))
	}
	return "", ""
}

// freed says where an object was freed.
func (f Faults) freed(o *Object) string {
	if o.Freed == nil {
		return ", which was freed"
	}
	return ", freed at " + o.Freed.String()
}

// Span tells n bytes of an object: `4 bytes at offset 12 of "arr" (12 bytes)`.
func (f Faults) Span(o *Object, off int64, n uint64) string {
	return fmt.Sprintf("%s at offset %d of %s (%s)", Plural(n, "byte"), off, f.Name(o), Plural(o.Size, "byte"))
}

// Uninitialised tells of a read of n bytes of which the one at an offset was never
// written.
func (f Faults) Uninitialised(o *Object, off int64, n, at uint64) string {
	return "read of " + f.Span(o, off, n) + NeverWritten(n, at)
}

// NeverWritten says which of n bytes that are read was never written.
func NeverWritten(n, at uint64) string {
	if n <= 1 {
		return ""
	}
	return fmt.Sprintf(": byte %d was never written", at)
}

// Name describes an object.
func (f Faults) Name(o *Object) string {
	p := f.Program
	switch o.Kind {
	case GlobalObject:
		g := p.Globals[o.What]
		if g.Source == "" {
			if g.ReadOnly {
				return "string literal " + quoteShort(g.Data)
			}
			return "an unnamed object"
		}
		return strconv.Quote(g.Source)
	case LocalObject, VLAObject:
		fn := p.Funcs[o.Func]
		if o.What >= 0 && fn.Locals[o.What].Name != "" {
			return strconv.Quote(fn.Locals[o.What].Name)
		}
		if o.Kind == VLAObject {
			return "memory from alloca in " + fn.Source
		}
		return "an unnamed object of " + fn.Source
	case VarargsObject:
		return "the variable arguments of " + p.Funcs[o.What].Source
	case StringObject:
		return "an input string"
	}
	if o.Allocated != nil {
		return "the object allocated at " + o.Allocated.String()
	}
	return "an allocated object"
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

// code describes an address in the range of functions and labels.
func (f Faults) code(a uint64) string {
	if i, ok := program.FuncIndex(a); ok && i < len(f.Program.Funcs) {
		return "function " + f.Program.Funcs[i].Source
	}
	return fmt.Sprintf("%#x, which is code", a)
}

// Leaked tells of so many objects, of bytes together, that nothing reaches.
func (f Faults) Leaked(bytes, objects uint64, first *Object) string {
	return fmt.Sprintf("%s in %s, the first %s", Plural(bytes, "byte"), Plural(objects, "object"), f.Name(first))
}

// BadCall tells that a, which lies in the live object o or in none, is no function.
func (f Faults) BadCall(a uint64, o *Object) string {
	switch {
	case a == 0:
		return "call of a null pointer"
	case o != nil:
		return "call of an address in " + f.Name(o)
	}
	return fmt.Sprintf("call of %#x, which is no function", a)
}

// AbsentCase begins the names by which the library calls what it does not have,
// where that depends on the arguments of a function that it does have.
const AbsentCase = "__rift_no_"

// Overlap is what is wrong with a copy by a library function: n bytes at a are written and m at
// b are read that overlap, in the object o.
func (f Faults) Overlap(function string, a, n, b, m uint64, o *Object) string {
	_, to := program.Beside(a)
	_, from := program.Beside(b)
	return fmt.Sprintf("%s-param-overlap: memory ranges of %s at offset %d and of %s at offset %d of %s overlap",
		function, Plural(n, "byte"), to, Plural(m, "byte"), from, f.Name(o))
}

// Apart reports whether two ranges do not overlap.
func Apart(a, n, b, m uint64) bool { return n == 0 || m == 0 || a+n <= b || b+m <= a }

// CopiedString returns the ranges that copying a string of so many bytes writes and reads, of which
// at most max are copied, to the start of another or behind its old bytes.
func CopiedString(length, max, old uint64, appended bool) (written, read uint64) {
	switch {
	case !appended:
		n := min(length+1, max)
		return n, n
	case length == 0 || max == 0:
		return 0, 0
	case length < max:
		return old + length + 1, length + 1
	}
	return old + max + 1, max
}

// BadCallType tells that a function is called as if it had another type, "" if it is not. A type
// with Len -1 is that of a call without prototype; calls of libraries are then as their headers
// would have them.
func BadCallType(fn *program.Func, as *program.Type) string {
	if as.Len < 0 {
		if fn.Library || program.CallableWith(fn.Type, as) {
			return ""
		}
		return fmt.Sprintf("call to function %s without prototype as '%s'", fn.Source, as.Name)
	}
	if program.Callable(fn.Type, as) {
		return ""
	}
	return fmt.Sprintf("call to function %s through pointer to incorrect function type '%s'", fn.Source, as.Name)
}

// NoDefinition tells that a function that is called has none.
func NoDefinition(fn *program.Func) string {
	if fn.Absent {
		return strings.TrimPrefix(fn.Source, AbsentCase) + ": not supported by rift"
	}
	return fmt.Sprintf("call of %s, which has no definition", fn.Name)
}

// FewArguments tells that a call has fewer arguments than the function takes.
func FewArguments(n int, fn *program.Func) string {
	return fmt.Sprintf("%d arguments for %s, which takes %d", n, fn.Source, len(fn.Params))
}

// StackOverflow tells that there is no room for an activation.
func StackOverflow(fn *program.Func, depth int) string {
	return fmt.Sprintf("call of %s at depth %d", fn.Source, depth)
}

// BadJump tells that a is no label to go to.
func BadJump(a uint64) string {
	return fmt.Sprintf("goto to %#x, which is no label of this function", a)
}

// BadShift tells that a number of so many bits is shifted by too much.
func BadShift(count uint64, bits int) string {
	n := 64 - min(bits, 32)
	return fmt.Sprintf("shift of a %d-bit number by %d", bits, int64(count<<n)>>n)
}

// BadDivision tells what is wrong with a division, by the kind of the fault.
func BadDivision(kind program.FaultKind) string {
	if kind == program.FaultOverflow {
		return "the most negative number divided by -1"
	}
	return ""
}

// Overflow tells that a op b does not fit the kind k.
func Overflow(op program.Op, k program.Kind, a, b uint64) string {
	sign := ""
	switch op {
	case program.Add:
		sign = "+"
	case program.Sub:
		sign = "-"
	case program.Mul:
		sign = "*"
	case program.Shl:
		sign = "<<"
	}
	return fmt.Sprintf("%d %s %d does not fit %d bits", program.SignExtend(k, a), sign, program.SignExtend(k, b), k.Bits())
}

// maxStackShown bounds the callers that a fault lists.
const maxStackShown = 64

// Locate says where a fault happened: the innermost code that is not of the
// run-time library, and its callers. depth is the number of activations, one at
// least; at returns the function of an activation, 0 being the innermost, and where
// it is.
func Locate(f *program.Fault, depth int, at func(i int) (*program.Func, program.Position)) {
	i, inner := 0, ""
	fn, pos := at(0)
	for fn.Library && i+1 < depth {
		inner = fn.Source
		i++
		fn, pos = at(i)
	}
	f.Pos, f.Func = pos, fn.Source
	if fn.Library {
		inner = ""
	}
	switch f.Kind {
	case program.FaultReached, program.FaultDeadlock, program.FaultRace, program.FaultDoubleFree, program.FaultBadFree:
		inner = "" // the message says it
	}
	if inner != "" {
		if f.Message != "" {
			f.Message += " "
		}
		f.Message += "(in " + inner + ")"
	}
	for i++; i < depth; i++ {
		if len(f.Stack) == maxStackShown {
			f.Stack = append(f.Stack, fmt.Sprintf("and %d more", depth-i))
			break
		}
		fn, pos := at(i)
		f.Stack = append(f.Stack, fn.Source+" "+pos.String())
	}
}

// Plural returns a count of things: "1 byte", "2 bytes".
func Plural(n uint64, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return strconv.FormatUint(n, 10) + " " + thing + "s"
}

// thread names the thread that a fiber is.
func thread(fiber int) string {
	if fiber == 0 {
		return "the main thread"
	}
	return fmt.Sprintf("thread %d", fiber)
}

// Race tells that a fiber accesses n bytes without an order to what another did at a place.
func Race(n uint64, fiber int, write bool, other int, otherWrites bool, at program.Position) string {
	verb := map[bool]string{false: "read", true: "write"}
	return fmt.Sprintf("%s of %s by %s, not ordered with a %s by %s at %s", verb[write], Plural(n, "byte"), thread(fiber), verb[otherWrites], thread(other), at)
}

// FiberReturned tells that the first function of a fiber returned.
const FiberReturned = "return from the first function of a fiber"

// NoFiber tells that there is no fiber to switch to.
func NoFiber(n uint64) string { return fmt.Sprintf("switch to fiber %d, which is none", int64(n)) }

// Deadlock tells that no thread can go on. at returns the innermost activation of a fiber
// and where it is, by number from 0, and the number of activations; none if it has ended.
func Deadlock(fibers int, at func(fiber int) (depth int, frame func(i int) (*program.Func, program.Position))) string {
	var b strings.Builder
	for n := range fibers {
		depth, frame := at(n)
		if depth == 0 {
			continue
		}
		if b.Len() > 0 {
			b.WriteString("; ")
		}
		b.WriteString(thread(n))
		in := ""
		for i := range depth {
			fn, pos := frame(i)
			if !fn.Library {
				if in != "" {
					fmt.Fprintf(&b, " waits in %s at %s", in, pos)
				} else {
					fmt.Fprintf(&b, " waits at %s", pos)
				}
				in = ""
				break
			}
			in = fn.Source
		}
		if in != "" {
			fmt.Fprintf(&b, " waits in %s", in)
		}
	}
	return b.String()
}
