package symexec

import (
	"math/bits"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/engines/symexec/memory"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/sat"
)

// maxTable is the greatest number of places that a symbolic offset selects from
// in one term; beyond it the offset is enumerated. maxStores is the same for
// stores, which change every place.
const (
	maxTable  = 1024
	maxStores = 128
)

// target is where an access goes: bytes at off of the object in slot, or with
// rel, at the offset rel (64 bits) which is at most last.
type target struct {
	slot uint32
	off  int
	rel  bitvec.Term
	last uint64
}

// resolve decides which object n bytes at addr lie in.
func (e *Explorer) resolve(st *State, addr expr.Value, n uint64, verb string) (target, bool) {
	if addr.T == 0 {
		s, off, ok := e.find(st, addr.W, n, verb)
		return target{slot: s, off: off}, ok
	}
	a := e.solver.Eval(&st.path, addr.T)
	if o := st.memory.TextAt(a); o != nil || e.terms.FewValues(addr.T) {
		return e.resolveEach(st, addr, n, verb)
	}
	if st.excluded >= e.opt.Values {
		e.Stats.Truncated++
		e.giveUp(st, "bound: too many objects that a pointer may point to")
		return target{}, false
	}
	st.excluded++
	s, _, ok := st.memory.Inside(a, n)
	if !ok {
		return e.resolveFault(st, addr, a, n, verb)
	}
	o := st.memory.Object(s)
	last := uint64(o.Size) - n
	rel := e.terms.Sub(e.terms.Fit(addr.T, 64), e.terms.Const(64, st.memory.Address(s)))
	e.decide(st, e.terms.Ule(rel, e.terms.Const(64, last)))
	if off, ok := e.terms.ConstUint64(rel); ok {
		return target{slot: s, off: int(off)}, true
	}
	return target{slot: s, rel: rel, last: last}, true
}

// resolveEach makes the address concrete by enumeration.
func (e *Explorer) resolveEach(st *State, addr expr.Value, n uint64, verb string) (target, bool) {
	a, ok := e.enumerate(st, addr)
	if !ok {
		return target{}, false
	}
	s, off, ok := e.find(st, a, n, verb)
	return target{slot: s, off: off}, ok
}

// resolveFault handles an address which under the model a names no object: one
// path for all such addresses ends with the fault, forks go on with those that
// are valid.
func (e *Explorer) resolveFault(st *State, addr expr.Value, a, n uint64, verb string) (target, bool) {
	valid, near := e.terms.False(), e.terms.False()
	lo, hi := e.terms.Bounds(addr)
	t := e.terms.Fit(addr.T, 64)
	for s := 1; s < st.memory.Len(); s++ {
		o := st.memory.Object(uint32(s))
		if !o.Live || uint64(o.Size) < n {
			continue
		}
		base := st.memory.Address(uint32(s))
		if last := base + uint64(o.Size) - n; last >= lo && base <= hi {
			rel := e.terms.Sub(t, e.terms.Const(64, base))
			here := e.terms.Ule(rel, e.terms.Const(64, last-base))
			valid = e.terms.Or(valid, here)
			if e.solver.Known(&st.path, e.terms.Not(here)) {
				near = e.terms.Or(near, e.terms.Ult(rel, e.terms.Const(64, nearby)))
			}
		}
	}
	if e.decide(st, valid) {
		panic("symexec: an invalid address is valid")
	}
	// A fault just beyond the object that was meant says more than one far away.
	if !e.solver.Holds(&st.path, near) && near != e.terms.False() {
		if verdict, model := e.hint(st, near); verdict == sat.Sat {
			e.solver.SetModel(&st.path, model)
			a = e.solver.Eval(&st.path, addr.T)
		}
	}
	e.badAccess(st, a, n, verb)
	return target{}, false
}

// nearby is how far beyond the start of an object an address is said to be
// beyond its end, in bytes.
const nearby = 1 << 20

// places lists the offsets that rel may have: first, first+step, ... count of
// them, in terms of the low bits of rel that are not known.
func (e *Explorer) places(t target) (first, step, count uint64) {
	lo, hi := e.terms.Bounds(expr.Value{T: t.rel})
	hi = min(hi, t.last)
	step = 1
	if zero, one, ok := e.terms.KnownBits(t.rel); ok {
		k := bits.TrailingZeros64(^(zero | one))
		step = 1 << min(k, 31)
		first = one & (step - 1)
	}
	if first < lo {
		first += (lo - first + step - 1) / step * step
	}
	if first > hi {
		return first, step, 0
	}
	return first, step, (hi-first)/step + 1
}

// loadAt loads n bytes that are used.
func (e *Explorer) loadAt(st *State, addr expr.Value, n int) (expr.Value, bool) {
	if addr.T != 0 && e.shadow != nil {
		if v, ok := e.loadBoth(st, &addr, n); ok {
			return v, true
		}
	}
	v, u, ok := e.loadBits(st, addr, n)
	return v, ok && e.use(st, u)
}

// loadBits loads n bytes, and says which of their bits are undefined.
func (e *Explorer) loadBits(st *State, addr expr.Value, n int) (v expr.Value, u undefined, ok bool) {
	t, ok := e.resolve(st, addr, uint64(n), "read")
	if !ok {
		return expr.Value{}, undefined{}, false
	}
	if t.rel == 0 {
		v, u = e.loadHere(st, t.slot, t.off, n)
		return v, u, true
	}
	first, step, count := e.places(t)
	if count > maxTable || count == 0 {
		if t, ok = e.resolveEach(st, addr, uint64(n), "read"); !ok {
			return expr.Value{}, undefined{}, false
		}
		v, u = e.loadHere(st, t.slot, t.off, n)
		return v, u, true
	}
	v, u = e.loadTable(st, t, n, first, step, count)
	return v, u, true
}

// loadHere loads n bytes at a known offset.
func (e *Explorer) loadHere(st *State, slot uint32, off, n int) (v expr.Value, u undefined) {
	o := st.memory.Object(slot)
	if at, ok := o.Initialised(off, n); !ok {
		u = undefined{o.UndefinedBits(e.terms, off, n), e.originOf(st, slot, off, uint64(n), at)}
	}
	return o.Load(e.terms, off, n), u
}

// loadTable loads from one of several places, as a tree over the bits of the
// offset in which equal halves fall together.
func (e *Explorer) loadTable(st *State, t target, n int, first, step, count uint64) (v expr.Value, u undefined) {
	o := st.memory.Object(t.slot)
	values, undefs := make([]bitvec.Term, count), make([]bitvec.Term, count)
	for i := range count {
		off := int(first + i*step)
		values[i], undefs[i] = e.terms.Term(o.Load(e.terms, off, n), 8*n), e.terms.Term(o.UndefinedBits(e.terms, off, n), 8*n)
		if at, ok := o.Initialised(off, n); !ok && u.from == nil {
			u.from = e.originOf(st, t.slot, off, uint64(n), at)
		}
	}
	if u.from != nil {
		u.bits = e.terms.Of(e.terms.Choose(t.rel, undefs, first, step))
	}
	return e.terms.Of(e.terms.Choose(t.rel, values, first, step)), u
}

// storeAt stores n bytes.
func (e *Explorer) storeAt(st *State, addr expr.Value, n int, v expr.Value) bool {
	return e.storeBits(st, addr, n, v, expr.Value{})
}

// storeBits stores n bytes of which the bits u are undefined.
func (e *Explorer) storeBits(st *State, addr expr.Value, n int, v, u expr.Value) bool {
	if addr.T != 0 && e.shadow != nil && e.storeBoth(st, &addr, n, v) {
		return true
	}
	t, ok := e.resolve(st, addr, uint64(n), "write")
	if !ok {
		return false
	}
	if st.memory.Object(t.slot).ReadOnly {
		off := int64(t.off)
		if t.rel != 0 {
			off = int64(e.solver.Eval(&st.path, t.rel))
		}
		e.fail(st, program.FaultReadOnly, "write of "+e.span(st, t.slot, off, uint64(n)))
		return false
	}
	if t.rel == 0 {
		st.memory.Change(t.slot).StoreUndefined(e.terms, t.off, n, v, u)
		return true
	}
	first, step, count := e.places(t)
	if u != (expr.Value{}) || count > maxStores || count == 0 || step < uint64(n) || !e.allWritten(st.memory.Object(t.slot), n, first, step, count) {
		if t, ok = e.resolveEach(st, addr, uint64(n), "write"); !ok {
			return false
		}
		st.memory.Change(t.slot).StoreUndefined(e.terms, t.off, n, v, u)
		return true
	}
	o := st.memory.Change(t.slot)
	new := e.terms.Term(v, 8*n)
	for i := range count {
		off := first + i*step
		here := e.terms.Eq(t.rel, e.terms.Const(64, off))
		old := e.terms.Term(o.Load(e.terms, int(off), n), 8*n)
		o.Store(e.terms, int(off), n, e.terms.Of(e.terms.Ite(here, new, old)))
	}
	return true
}

func (e *Explorer) allWritten(o *memory.Object, n int, first, step, count uint64) bool {
	for i := range count {
		if _, ok := o.Initialised(int(first+i*step), n); !ok {
			return false
		}
	}
	return true
}
