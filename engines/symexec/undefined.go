package symexec

import (
	"slices"
	"sort"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/machine"
)

// Undefined bits, by the definition of program.Undefined. Which bits of a value
// are undefined may depend on the input: it is a value itself.

// undefined says which bits of a register are undefined, and where they were
// read; the zero value that none are. Bits set in what has bits beyond the
// width of the register mean nothing.
type undefined struct {
	bits value
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

func (u undefined) none() bool { return u.bits.t == 0 && u.bits.w == 0 }

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
	bits value
}

// undefinedByte returns what is undefined of a byte.
func (o *object) undefinedByte(i int) value {
	if o.written(i) {
		return value{}
	}
	if k, ok := o.findPart(i); ok {
		return o.part[k].bits
	}
	return word(0xFF)
}

func (o *object) findPart(i int) (at int, ok bool) {
	at = sort.Search(len(o.part), func(k int) bool { return int(o.part[k].off) >= i })
	return at, at < len(o.part) && int(o.part[at].off) == i
}

// setPart says what is undefined of a byte: of all bits no entry says it.
func (o *object) setPart(i int, u value) {
	k, ok := o.findPart(i)
	switch {
	case u == word(0xFF):
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
func (e *Explorer) undefinedOf(o *object, off, n int) value {
	if _, ok := o.initialised(off, n); ok {
		return value{}
	}
	w, symbolic := uint64(0), false
	for i := range n {
		u := o.undefinedByte(off + i)
		w |= u.w << (8 * i)
		symbolic = symbolic || u.t != 0
	}
	if !symbolic {
		return word(w)
	}
	var t bitvec.Term
	for i := range n {
		u := e.term(o.undefinedByte(off+i), 8)
		if t == 0 {
			t = u
		} else {
			t = e.terms.Concat(u, t)
		}
	}
	return e.symbolic(t)
}

// storeUndefined is store for a value that is undefined in some bits.
func (e *Explorer) storeUndefined(o *object, off, n int, v, u value) {
	if u.t == 0 && u.w == 0 {
		e.store(o, off, n, v)
		return
	}
	e.store(o, off, n, e.without(v, u, 8*n))
	for i := range n {
		b := word(u.w >> (8 * i) & 0xFF)
		if u.t != 0 {
			b = e.symbolic(e.terms.Extract(8*i+7, 8*i, e.fit(u.t, 8*n)))
		}
		if b != (value{}) {
			o.clearInit(off + i)
			o.setPart(off+i, b)
		}
	}
}

// without returns v with zeros in the bits that are set in u.
func (e *Explorer) without(v, u value, bits int) value {
	if v.t == 0 && u.t == 0 {
		return word(v.w &^ u.w)
	}
	return e.symbolic(e.terms.And(e.term(v, bits), e.terms.Not(e.term(u, bits))))
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
func (e *Explorer) isZero(st *State, u value) bool {
	if u.t == 0 {
		return u.w == 0
	}
	return e.decide(st, e.terms.Eq(u.t, e.terms.Const(e.terms.Width(u.t), 0)))
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
	case a.bits.t == 0 && b.bits.t == 0:
		a.bits.w |= b.bits.w
		return a
	}
	a.bits = e.symbolic(e.terms.Or(e.term(a.bits, bits), e.term(b.bits, bits)))
	return a
}

// undefinedSum is program.UndefinedSum.
func (e *Explorer) undefinedSum(u value, bits int) value {
	if u.t == 0 {
		return word(program.UndefinedSum(u.w) & (all64 >> (64 - bits)))
	}
	t := e.fit(u.t, bits)
	return e.symbolic(e.terms.Or(t, e.terms.Neg(t)))
}

// undefinedAny returns all bits if any is undefined.
func (e *Explorer) undefinedAny(u value, bits int) value {
	all := all64 >> (64 - bits)
	if u.t == 0 {
		if u.w != 0 {
			return word(all)
		}
		return value{}
	}
	s := e.terms
	return e.symbolic(s.Ite(s.Eq(u.t, s.Const(s.Width(u.t), 0)), s.Const(bits, 0), s.Const(bits, all)))
}

// undefinedResult is program.Undefined on values.
func (e *Explorer) undefinedResult(in *inst, a, b, ua, ub value) value {
	if a.t == 0 && b.t == 0 && ua.t == 0 && ub.t == 0 {
		return word(program.Undefined(in.op, in.kind, in.from, a.w, b.w, ua.w, ub.w))
	}
	s, n := e.terms, in.kind.Bits()
	switch in.op {
	case program.Move, program.Bitcast, program.FNeg, program.Trunc, program.ZExt:
		if ua.t == 0 {
			return word(ua.w & in.mask)
		}
		return e.symbolic(e.fit(ua.t, n))
	case program.SExt:
		return e.symbolic(s.Resize(n, true, e.term(ua, in.from.Bits())))
	case program.Add, program.Sub, program.Mul:
		return e.undefinedSum(e.either(undefined{bits: ua}, undefined{bits: ub}, n).bits, n)
	case program.FEq, program.FNe, program.FLt, program.FLe, program.FUnordered:
		return e.undefinedAny(e.either(undefined{bits: ua}, undefined{bits: ub}, n).bits, 1)
	case program.FToS, program.FToU, program.SToF, program.UToF, program.FToF:
		return e.undefinedAny(ua, n)
	}
	x, y, ux, uy := e.term(a, n), e.term(b, n), e.term(ua, n), e.term(ub, n)
	u := s.Or(ux, uy)
	switch in.op {
	case program.And:
		u = s.And(u, s.And(s.Or(ux, x), s.Or(uy, y)))
	case program.Or:
		u = s.And(u, s.And(s.Or(ux, s.Not(x)), s.Or(uy, s.Not(y))))
	case program.Xor:
	case program.Shl:
		u = s.Shl(ux, y)
	case program.LShr:
		u = s.LShr(ux, y)
	case program.AShr:
		u = s.AShr(ux, y)
	case program.Eq, program.Ne:
		zero := s.Const(n, 0)
		u = s.And(s.Ne(u, zero), s.Eq(s.And(s.Xor(x, y), s.Not(u)), zero))
	case program.ULt, program.SLt:
		u = e.undefinedOrder(in.op == program.SLt, n, x, y, ux, uy)
	case program.ULe, program.SLe:
		u = e.undefinedOrder(in.op == program.SLe, n, y, x, uy, ux)
	default:
		return e.undefinedAny(value{t: u}, n)
	}
	return e.symbolic(u)
}

func (e *Explorer) undefinedOrder(signed bool, n int, a, b, ua, ub bitvec.Term) bitvec.Term {
	s := e.terms
	if signed {
		flip := s.Const(n, 1<<(n-1))
		a, b = s.Xor(a, flip), s.Xor(b, flip)
	}
	least := func(t, u bitvec.Term) bitvec.Term { return s.And(t, s.Not(u)) }
	return s.Xor(s.Ult(least(a, ua), s.Or(b, ub)), s.Ult(s.Or(a, ua), least(b, ub)))
}
