package underconstrained

import (
	"slices"
	"strings"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/code"
	"github.com/riftlab/rift/engines/symexec/exec"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/machine"
)

// Memory that a run meets behind pointers of which nothing is known is made when
// it is first used. A pointer is null, or there is an object with room for what is
// accessed, which holds variables of the run's LazyObjects: one for each scalar that is
// looked at. Every run decides which; what it decides are constraints on the
// pointer's value and on the room behind it, so that a state in which the run
// begins satisfies the condition of one run at most, however its objects lie.
//
// Whether two such objects are the same, or one is a global or local, is of no
// importance as long as what they hold is what they held at first. It is decided
// when one of them is written: the pointers are the same, or they point into
// different objects, or to different elements of one. Static knowledge of what an
// access may be to leaves out most of these questions. What overlaps in another way
// stops the run.
//
// Source: lazy initialisation of Khurshid, Pasareanu, Visser: Generalized Symbolic
// Execution for Model Checking and Testing, TACAS 2003, section 4, where the
// question which object a field refers to is asked when it is first read.

// The bounds on memory behind one pointer, in bytes before and after where it
// points to, and on such objects of a run.
const (
	mostBehind  = 1024
	mostBefore  = 64
	mostUnknown = 48
)

// lazyObject is an object behind a pointer of which nothing is known.
type lazyObject struct {
	root    bitvec.Term // the address that the pointer has
	base    string      // the pointer, and
	index   string      // the index from it, for names; "" without one
	typ     *program.Type
	slot    uint32
	places  []exec.Frame // of accesses
	dirty   bool         // it has been written
	freed   bool
	room    int64 // bytes behind the root that the run knows to be there
	before  int64
	write   bool        // it is known to be writable
	span    int64       // if not 0, only so many bytes are known to be its own
	written []Range     // from the root
	to      *lazyObject // the object that it has turned out to be, with
	known   uint32      // or the slot of a known one,
	delta   int64       // the distance of its root from the start of that
}

// Range is n bytes from an offset.
type Range struct{ Off, N int64 }

// Abstract is a declared object, in all activations.
type Abstract struct {
	In    Storage
	Func  int // of a local
	Index int32
}

// related are two unknown objects, or one and a known object, known to be
// different.
type related struct {
	a, b *lazyObject
	slot uint32
}

// lazyHeap is what a run knows of unknown objects.
type lazyHeap struct {
	entry    *EntryState
	list     []*lazyObject
	byRoot   map[bitvec.Term]*lazyObject
	apart    map[related]bool
	slots    uint32 // of the first of them
	dirty    []uint32
	types    map[bitvec.Term]*program.Type // that pointer variables point to
	restore  []kept
	skip     bool // the instruction has been executed already
	defaults map[string]uint64
}

// kept is what a register holds that for one instruction holds an address.
type kept struct {
	slot int32
	v    expr.Value
}

// operand is an address that an instruction follows.
type operand struct {
	slot  int32
	off   int64
	n     uint64
	write bool
	free  bool
}

// operands returns the addresses that an instruction follows; false if it does
// more with memory than is said of it here.
func (w *GuidedRun) operands(f *exec.Activation, in *code.Instr) ([]operand, bool) {
	size := uint64(in.IR.Size)
	switch in.Op {
	case program.Load:
		return []operand{{slot: in.A, off: in.IR.Off, n: uint64(in.Kind.Bytes())}}, true
	case program.Store:
		return []operand{{slot: in.A, off: in.IR.Off, n: uint64(in.Kind.Bytes()), write: true}}, true
	case program.ZeroMem:
		return []operand{{slot: in.A, off: in.IR.Off, n: size, write: true}}, true
	case program.CopyMem:
		return []operand{{slot: in.A, n: size, write: true}, {slot: in.B, n: size}}, true
	case program.WideOp:
		var list []operand
		if in.IR.A.Kind == program.Ptr {
			list = append(list, operand{slot: in.A, n: 16})
		}
		if in.IR.B.Kind == program.Ptr {
			list = append(list, operand{slot: in.B, n: 16})
		}
		if in.IR.C.Present() {
			list = append(list, operand{slot: in.C, n: 16, write: true})
		}
		return list, true
	case program.Intrinsic:
		return w.serviceOperands(f, in)
	}
	return nil, false
}

func (w *GuidedRun) serviceOperands(f *exec.Activation, in *code.Instr) ([]operand, bool) {
	sized := func(i int) uint64 { return w.word(f.Regs[in.Args[i]]) }
	switch in.IR.Intrin {
	case program.IntrinFree:
		return []operand{{slot: in.Args[0], write: true, free: true}}, true
	case program.IntrinCopy, program.IntrinCopyApart:
		return []operand{{slot: in.Args[0], n: sized(2), write: true}, {slot: in.Args[1], n: sized(2)}}, true
	case program.IntrinApart:
		return []operand{{slot: in.Args[0], n: 1, write: true}, {slot: in.Args[1], n: 1}}, true
	case program.IntrinFill:
		return []operand{{slot: in.Args[0], n: sized(2), write: true}}, true
	case program.IntrinWrite:
		return []operand{{slot: in.Args[1], n: sized(2)}}, true
	}
	return nil, false
}

// reach prepares the memory that an instruction follows pointers to: registers
// that hold addresses of unknown objects hold those of the objects made for them
// until settle is called. It reports false if the run stops.
func (w *GuidedRun) reach(f *exec.Activation, in *code.Instr) bool {
	w.restore = w.restore[:0]
	list, ok := w.operands(f, in)
	if !ok {
		if w.unknown(f, in) {
			w.stop = "services that follow unknown pointers"
		}
		return w.stop == ""
	}
	for i := range list {
		if in.Op == program.Intrinsic && in.IR.Intrin != program.IntrinFree && w.pointers(f.Regs[list[i].slot].T) {
			n := in.Args[2] // the size
			if _, ok := w.core.Machine.Enumerate(w.st, f.Regs[n]); !ok {
				return false
			}
		}
		if (list[i].n > 0 || list[i].free) && !w.locate(f, in, &list[i]) {
			return false
		}
	}
	return w.stop == "" && !w.st.Done
}

// settle gives registers back what they held before reach.
func (w *GuidedRun) settle(f *exec.Activation, in *code.Instr) {
	for _, k := range w.restore {
		if in.IR.Dst == program.NoReg || k.slot != in.Dst {
			f.Regs[k.slot] = k.v
		}
	}
	w.restore = w.restore[:0]
}

// pointers reports whether a term has pointers that are variables.
func (w *GuidedRun) pointers(t bitvec.Term) bool {
	return t != 0 && slices.ContainsFunc(w.core.Solver.Support(t), func(v int32) bool { return w.ids[v] })
}

// locate finds the memory of an operand, made if it is unknown.
func (w *GuidedRun) locate(f *exec.Activation, in *code.Instr, o *operand) bool {
	v := f.Regs[o.slot]
	if slot := program.Slot(w.word(v)); len(w.opaque) > 0 && w.opaque[slot] {
		w.stop = "objects of too many parts"
		return false
	}
	if !w.pointers(v.T) {
		return !o.write || w.writes(program.Slot(w.word(v)))
	}
	sum := w.sum(w.core.Terms.Fit(v.T, 64))
	switch {
	case sum.pointer == 0 && sum.balanced && w.st.Memory.Object(program.Slot(sum.c)) != nil:
		return !o.write || w.writes(program.Slot(w.word(v))) // an index into a known object
	case sum.pointer == 0:
		w.stop = "addresses that are computed from pointers"
		return false
	}
	use := func(a uint64) {
		w.restore = append(w.restore, kept{o.slot, v})
		f.Regs[o.slot] = expr.Word(a)
	}
	if w.core.Decide(w.st, w.core.Terms.Eq(sum.pointer, w.core.Terms.Const(64, 0))) {
		if len(sum.rest) > 0 {
			w.stop = "an index from a null pointer"
			return false
		}
		use(sum.c)
		return true
	}
	u := w.behind(f, sum)
	if u == nil {
		return false
	}
	u.visit(w.user())
	a, ok := w.access(u, in, int64(sum.c), o)
	if ok {
		use(a)
	}
	return ok
}

// addends is an address as the sum of one pointer, other terms and a constant.
type addends struct {
	pointer  bitvec.Term // 0: none, or several
	rest     []bitvec.Term
	c        uint64
	balanced bool // as many pointers are taken away as are added
}

// sum takes an address apart. Choices in it are decided.
func (w *GuidedRun) sum(t bitvec.Term) addends {
	s := w.core.Terms
	var a addends
	var plus, minus int
	var add func(t bitvec.Term)
	add = func(t bitvec.Term) {
		switch s.Kind(t) {
		case bitvec.KindConst:
			c, _ := s.ConstUint64(t)
			a.c += c
			return
		case bitvec.KindAdd:
			add(s.Arg(t, 0))
			add(s.Arg(t, 1))
			return
		case bitvec.KindIte:
			if !w.pointers(t) {
				break
			}
			if w.core.Decide(w.st, s.Arg(t, 0)) {
				add(s.Arg(t, 1))
			} else {
				add(s.Arg(t, 2))
			}
			return
		case bitvec.KindVar:
			if w.pointers(t) {
				if plus++; plus == 1 {
					a.pointer = t
				}
				return
			}
		case bitvec.KindNeg:
			if k := s.Arg(t, 0); s.Kind(k) == bitvec.KindVar && w.pointers(k) {
				minus++
			}
		}
		a.rest = append(a.rest, t)
	}
	add(t)
	a.balanced = plus == minus
	if plus != 1 || minus > 0 {
		a.pointer = 0
	}
	return a
}

// behind returns the unknown object of a sum, without its constant; nil if the
// run stops.
func (w *GuidedRun) behind(f *exec.Activation, sum addends) *lazyObject {
	s := w.core.Terms
	root := sum.pointer
	for _, t := range sum.rest {
		root = s.Add(root, t)
	}
	if u := w.byRoot[root]; u != nil {
		return u
	}
	t := w.types[sum.pointer]
	if t == nil || t.Size <= 0 {
		t = pointee(f, root)
	}
	if t != nil && t.Class == program.StructType && reserved(t.Name) && f.Fn.IR.Library {
		w.stop = "objects of the run-time library"
		return nil
	}
	return w.make(root, sum, t)
}

// reserved reports whether a type's name is one that C leaves to the library.
func reserved(name string) bool {
	_, tag, _ := strings.Cut(name, " ")
	return len(tag) > 1 && tag[0] == '_' && (tag[1] == '_' || tag[1] >= 'A' && tag[1] <= 'Z')
}

// pointee returns the type that a variable of the activation says of what an
// address points to.
func pointee(f *exec.Activation, root bitvec.Term) *program.Type {
	for r := range f.Fn.IR.Regs {
		if t := f.Fn.IR.Regs[r].Type; f.Regs[r].T == root && t != nil && t.Class == program.PointerType && t.Elem != nil && t.Elem.Size > 0 {
			return t.Elem
		}
	}
	return nil
}

// make makes the object behind an address.
func (w *GuidedRun) make(root bitvec.Term, sum addends, t *program.Type) *lazyObject {
	if len(w.list) == mostUnknown {
		w.stop = "more unknown objects than the bound allows"
		return nil
	}
	u := &lazyObject{root: root, typ: t, slot: w.slots + uint32(len(w.list))}
	if t != nil && t.Size <= 0 {
		u.typ = nil
	}
	u.base, u.index = w.nameOf(sum, u.typ)
	u.begin(w.st)
	w.list = append(w.list, u)
	w.byRoot[root] = u
	return u
}

// begin begins the object.
func (u *lazyObject) begin(st *exec.State) {
	size := mostBehind
	if u.typ != nil {
		size = max(size, int(min(u.typ.Size, 1<<16)))
	}
	st.Memory.Begin(u.slot, machine.HeapObject, mostBefore+size).Site = -1
}

// nameOf names the pointer of a sum and the index from it.
func (w *GuidedRun) nameOf(sum addends, t *program.Type) (base, index string) {
	s := w.core.Terms
	base = w.entry.Objects.text(sum.pointer)
	if len(sum.rest) == 0 {
		return base, ""
	}
	if len(sum.rest) == 1 && t != nil {
		r := sum.rest[0]
		for i := range s.NumArgs(r) {
			k, ok := s.ConstUint64(s.Arg(r, i))
			switch {
			case ok && s.Kind(r) == bitvec.KindMul && k == uint64(t.Size):
				return base, w.entry.Objects.text(s.Arg(r, 1-i))
			case ok && s.Kind(r) == bitvec.KindShl && i == 1 && k < 32 && 1<<k == t.Size:
				return base, w.entry.Objects.text(s.Arg(r, 0))
			}
		}
		if t.Size == 1 {
			return base, w.entry.Objects.text(r)
		}
	}
	rest := sum.rest[0]
	for _, t := range sum.rest[1:] {
		rest = s.Add(rest, t)
	}
	return "(" + base + " + " + w.entry.Objects.text(rest) + ")", ""
}

// user returns where the program's own code is.
func (w *GuidedRun) user() exec.Frame {
	for f := w.st.Top; f != nil; f = f.Caller {
		if !f.Fn.IR.Library {
			return f.Where()
		}
	}
	return exec.Frame{Func: -1}
}

// visit notes where an object is accessed.
func (u *lazyObject) visit(at exec.Frame) {
	if at.Func >= 0 && !slices.Contains(u.places, at) {
		u.places = append(slices.Clip(u.places), at)
	}
}

// may reports whether accesses at places may be to the same object, and to o if
// that is not nil.
func (w *GuidedRun) may(o *Abstract, places ...[]exec.Frame) bool {
	return w.entry.May == nil || w.entry.May(slices.Concat(places...), o)
}

// access decides what a run has to know of an unknown object before bytes of it
// are used, and returns the address of the byte at off from its root.
func (w *GuidedRun) access(u *lazyObject, in *code.Instr, off int64, o *operand) (uint64, bool) {
	if o.write && !w.change(u) || !o.write && !w.compare(u) {
		return 0, false
	}
	for u.to != nil {
		off += u.delta
		u = u.to
	}
	if u.known != 0 {
		a := w.st.Memory.Address(u.known) + uint64(u.delta+off)
		return a, !o.write || w.writes(u.known)
	}
	at, n := off+o.off, int64(o.n)
	switch obj := w.st.Memory.Object(u.slot); {
	case u.freed:
		w.stop = "memory that has been freed"
	case at < -mostBefore || at+n > int64(obj.Size)-mostBefore:
		w.stop = "more behind a pointer than the bound allows"
	case u.span > 0 && (at < 0 || at+n > u.span):
		w.stop = "neighbours of elements of one array"
	case o.free:
		return 0, w.free(u, at)
	case !w.there(u, at, n, o.write):
	default:
		base := w.st.Memory.Address(u.slot) + mostBefore
		if o.write {
			u.wrote(at, n)
		} else {
			w.fill(u, at, n, in)
		}
		return base + uint64(off), true
	}
	return 0, false
}

// free frees an unknown object.
func (w *GuidedRun) free(u *lazyObject, at int64) bool {
	if at != 0 || !w.known(u, Freeable, 1) {
		w.stop = "freeing what is no allocated object"
		return false
	}
	u.freed, w.skip = true, true
	return true
}

// there decides whether the object has room for n bytes.
func (w *GuidedRun) there(u *lazyObject, at, n int64, write bool) bool {
	need := at + n
	if u.typ != nil && at >= 0 && need <= u.typ.Size {
		need = u.typ.Size
	}
	switch {
	case need > u.room && !w.known(u, Room, need):
		w.stop = "objects smaller than what is accessed"
	case at < 0 && -at > u.before && !w.known(u, Before, -at):
		w.stop = "objects that begin behind what is accessed"
	case write && !u.write && !w.known(u, Writable, 1):
		w.stop = "objects that may not be written"
	}
	u.room, u.before, u.write = max(u.room, need), max(u.before, -at), u.write || write
	return w.stop == ""
}

// known decides whether an aspect of an unknown object is at least n.
func (w *GuidedRun) known(u *lazyObject, a Aspect, n int64) bool {
	v := w.variable(u.aspect(w.entry.Objects, a))
	s := w.core.Terms
	return w.core.Decide(w.st, s.Ule(s.Const(s.Width(v), uint64(n)), v))
}

// variable makes a variable of the run; one that the model does not have gets a
// value with which the run is likely to go on.
func (w *GuidedRun) variable(v *LazyVariable) bitvec.Term {
	t, n := w.core.Solver.Variable(VariablePrefix+v.Name, v.Bits)
	if _, given := w.defaults[VariablePrefix+v.Name]; !given {
		d, told := uint64(0), false
		if w.entry.Value != nil {
			d, told = w.entry.Value(v)
		}
		if !told {
			d = likely(v.Aspect, v.Pointer, int(n))
		}
		w.defaults[VariablePrefix+v.Name] = d
		if d != 0 {
			w.core.Solver.Assign(&w.st.Path, n, d)
		}
	}
	if v.Pointer && !w.ids[n] {
		w.ids[n] = true
		if v.Type != nil {
			w.types[t] = v.Type.Elem
		}
	}
	return t
}

// likely returns a value that most variables of an aspect will have: pointers
// point to objects of their own.
func likely(a Aspect, pointer bool, number int) uint64 {
	switch {
	case a == Room || a == Before:
		return 1 << 20
	case a == Writable || a == Freeable:
		return 1
	case pointer:
		if number < program.FuncSlot-program.BigSlots {
			return program.MakeAddress(program.BigSlots+uint32(number), 0)
		}
		return 1<<63 | uint64(number)<<program.WideBits
	}
	return 0
}

// wrote notes that bytes have been written.
func (u *lazyObject) wrote(at, n int64) {
	r := Range{at, n}
	if !slices.Contains(u.written, r) {
		u.written = append(slices.Clip(u.written), r)
	}
}

// fill gives bytes that have not been looked at what they hold at first.
func (w *GuidedRun) fill(u *lazyObject, at, n int64, in *code.Instr) {
	pointer := in != nil && in.Op == program.Load && in.Kind == program.Ptr
	fill(w.core.Terms, w.st, u, at, n, func(off int64, n int) (*LazyVariable, bitvec.Term) {
		var v *LazyVariable
		if n > 0 {
			v = u.word(w.entry.Objects, off, n, pointer)
		} else {
			v = u.cell(w.entry.Objects, off)
		}
		return v, w.variable(v)
	})
}

// fill is GuidedRun.fill with variables made by a function: for the scalar at an offset,
// or for n bytes there.
func fill(terms *expr.Builder, st *exec.State, u *lazyObject, at, n int64, variable func(off int64, n int) (*LazyVariable, bitvec.Term)) {
	o := st.Memory.Object(u.slot)
	fresh := func(from, n int64) bool {
		for i := from; i < from+n; i++ {
			if k := int(i + mostBefore); k < 0 || k >= o.Size || o.Defined(k, 1) || u.overwritten(i) {
				return false
			}
		}
		return true
	}
	for i := at; i < at+n; {
		if !fresh(i, 1) {
			i++
			continue
		}
		o = st.Memory.Change(u.slot)
		v, t := variable(i, 0)
		if v.Type == nil && i == at && (n == 2 || n == 4 || n == 8) && fresh(i, n) {
			v, t = variable(i, int(n))
		}
		size := int64(v.Bits / 8)
		if fresh(v.Offset, size) {
			o.Store(terms, int(v.Offset)+mostBefore, int(size), expr.Value{T: t})
			i = v.Offset + size
			continue
		}
		k := int(i - v.Offset)
		o.Store(terms, int(i)+mostBefore, 1, expr.Value{T: terms.Extract(8*k+7, 8*k, t)})
		i++
	}
}

func (u *lazyObject) overwritten(i int64) bool {
	return slices.ContainsFunc(u.written, func(r Range) bool { return i >= r.Off && i < r.Off+r.N })
}
