package symexec

import (
	"slices"
	"sort"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/machine"
)

// Undefined bits, by the definition of program.Undefined. Which bits of a value
// are undefined may depend on the input: it is a value itself.

// undefined says which bits of a register are undefined, and where they were
// read; the zero value that none are. Bits set in what has bits beyond the
// width of the register mean nothing.
type undefined struct {
	bits expr.Value
	from *origin
}

// origin is a read of bytes that were not written.
type origin struct {
	span, never string
	at          program.Position // of the read, if it is in the program's own code
}

// originOf describes a read of n bytes by the present instruction; at is the first
// that was never written.
func (e *Explorer) originOf(st *State, s uint32, off int, n uint64, at int) *origin {
	o := &origin{span: e.span(st, s, int64(off), n), never: machine.NeverWritten(n, uint64(at))}
	if !st.top.f.fn.Library {
		o.at = st.Position(e.code.program)
	}
	return o
}

// told tells of the use of what was read, which may be elsewhere.
func (o *origin) told(here program.Position) string {
	m := "read of " + o.span
	if o.at.Line != 0 && (here.File != o.at.File || here.Line != o.at.Line) {
		m += " at " + o.at.String()
	}
	return m + o.never
}

func (u undefined) none() bool { return u.bits.T == 0 && u.bits.W == 0 }

// undefinedIn returns what is undefined of a register.
func (f *frame) undefinedIn(slot int32) undefined {
	if int(slot) >= len(f.undef) {
		return undefined{}
	}
	return f.undef[slot]
}

// setUndefined says what is undefined of a register.
func (f *frame) setUndefined(slot int32, u undefined) {
	if f.undef == nil {
		if u.none() {
			return
		}
		f.undef = make([]undefined, f.f.homeless)
	}
	if slot >= f.f.homeless {
		return // nobody reads it
	}
	if !f.undef[slot].none() {
		f.tainted--
	}
	if !u.none() {
		f.tainted++
	}
	f.undef[slot] = u
	if f.tainted == 0 {
		f.undef = nil
	}
}

// partial is a byte of memory of which some bits are undefined: those set in
// bits, which has eight.
type partial struct {
	off  uint32
	bits expr.Value
}

// undefinedByte returns what is undefined of a byte.
func (o *object) undefinedByte(i int) expr.Value {
	if o.written(i) {
		return expr.Value{}
	}
	if k, ok := o.findPart(i); ok {
		return o.part[k].bits
	}
	return expr.Word(0xFF)
}

func (o *object) findPart(i int) (at int, ok bool) {
	at = sort.Search(len(o.part), func(k int) bool { return int(o.part[k].off) >= i })
	return at, at < len(o.part) && int(o.part[at].off) == i
}

// setPart says what is undefined of a byte: of all bits no entry says it.
func (o *object) setPart(i int, u expr.Value) {
	k, ok := o.findPart(i)
	switch {
	case u == expr.Word(0xFF):
		if ok {
			o.part = slices.Delete(o.part, k, k+1)
		}
	case ok:
		o.part[k].bits = u
	default:
		o.part = slices.Insert(o.part, k, partial{uint32(i), u})
	}
}

// undefinedOf returns what is undefined of n <= 8 bytes from off.
func (e *Explorer) undefinedOf(o *object, off, n int) expr.Value {
	if _, ok := o.initialised(off, n); ok {
		return expr.Value{}
	}
	w, symbolic := uint64(0), false
	for i := range n {
		u := o.undefinedByte(off + i)
		w |= u.W << (8 * i)
		symbolic = symbolic || u.T != 0
	}
	if !symbolic {
		return expr.Word(w)
	}
	var t bitvec.Term
	for i := range n {
		u := e.terms.Term(o.undefinedByte(off+i), 8)
		if t == 0 {
			t = u
		} else {
			t = e.terms.Concat(u, t)
		}
	}
	return e.terms.Of(t)
}

// storeUndefined is store for a value that is undefined in some bits.
func (e *Explorer) storeUndefined(o *object, off, n int, v, u expr.Value) {
	if u.T == 0 && u.W == 0 {
		e.store(o, off, n, v)
		return
	}
	e.store(o, off, n, e.terms.Without(v, u, 8*n))
	for i := range n {
		b := expr.Word(u.W >> (8 * i) & 0xFF)
		if u.T != 0 {
			b = e.terms.Of(e.terms.Extract(8*i+7, 8*i, e.terms.Fit(u.T, 8*n)))
		}
		if b != (expr.Value{}) {
			o.clearInit(off + i)
			o.setPart(off+i, b)
		}
	}
}

// allDefined makes sure that no bit of n bytes is undefined, or ends the path with
// the fault.
func (e *Explorer) allDefined(st *State, s uint32, off, n int) bool {
	o := st.object(s)
	if _, ok := o.initialised(off, n); ok {
		return true
	}
	for i := off; i < off+n; i++ {
		if u := o.undefinedByte(i); !e.isZero(st, u) {
			e.fail(st, program.FaultUninitialised, e.neverWritten(st, s, off, uint64(n), i))
			return false
		}
	}
	return true
}

// isZero decides whether what is undefined of something is nothing.
func (e *Explorer) isZero(st *State, u expr.Value) bool {
	if u.T == 0 {
		return u.W == 0
	}
	return e.decide(st, e.terms.Eq(u.T, e.terms.Const(e.terms.Width(u.T), 0)))
}

// use makes sure that no bit of a register is undefined, or ends the path with
// the fault.
func (e *Explorer) use(st *State, u undefined) bool {
	if e.isZero(st, u.bits) {
		return true
	}
	e.fail(st, program.FaultUninitialised, u.from.told(st.Position(e.code.program)))
	return false
}

// either returns what is undefined of two operands together.
func (e *Explorer) either(a, b undefined, bits int) undefined {
	switch {
	case a.none():
		return b
	case b.none():
		return a
	}
	a.bits = e.terms.Either(a.bits, b.bits, bits)
	return a
}
