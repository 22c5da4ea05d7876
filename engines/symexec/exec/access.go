package exec

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
func (m *Machine) resolve(st *State, addr expr.Value, n uint64, verb string) (target, bool) {
	if addr.T == 0 {
		s, off, ok := m.find(st, addr.W, n, verb)
		return target{slot: s, off: off}, ok
	}
	a := m.solver.Eval(&st.Path, addr.T)
	if o := st.Memory.TextAt(a); o != nil || m.terms.FewValues(addr.T) {
		return m.resolveEach(st, addr, n, verb)
	}
	if st.Excluded >= m.opt.Values {
		m.Tally.Truncated++
		m.giveUp(st, "bound: too many objects that a pointer may point to")
		return target{}, false
	}
	st.Excluded++
	s, _, ok := st.Memory.Inside(a, n)
	if !ok {
		return m.resolveFault(st, addr, a, n, verb)
	}
	o := st.Memory.Object(s)
	last := uint64(o.Size) - n
	rel := m.terms.Sub(m.terms.Fit(addr.T, 64), m.terms.Const(64, st.Memory.Address(s)))
	m.decisions.Decide(st, m.terms.Ule(rel, m.terms.Const(64, last)))
	if off, ok := m.terms.ConstUint64(rel); ok {
		return target{slot: s, off: int(off)}, true
	}
	return target{slot: s, rel: rel, last: last}, true
}

// resolveEach makes the address concrete by enumeration.
func (m *Machine) resolveEach(st *State, addr expr.Value, n uint64, verb string) (target, bool) {
	a, ok := m.Enumerate(st, addr)
	if !ok {
		return target{}, false
	}
	s, off, ok := m.find(st, a, n, verb)
	return target{slot: s, off: off}, ok
}

// resolveFault handles an address which under the model a names no object: one
// path for all such addresses ends with the fault, forks go on with those that
// are valid.
func (m *Machine) resolveFault(st *State, addr expr.Value, a, n uint64, verb string) (target, bool) {
	valid, near := m.terms.False(), m.terms.False()
	lo, hi := m.terms.Bounds(addr)
	t := m.terms.Fit(addr.T, 64)
	for s := 1; s < st.Memory.Len(); s++ {
		o := st.Memory.Object(uint32(s))
		if o == nil || !o.Live || uint64(o.Size) < n {
			continue
		}
		base := st.Memory.Address(uint32(s))
		if last := base + uint64(o.Size) - n; last >= lo && base <= hi {
			rel := m.terms.Sub(t, m.terms.Const(64, base))
			here := m.terms.Ule(rel, m.terms.Const(64, last-base))
			valid = m.terms.Or(valid, here)
			if m.solver.Known(&st.Path, m.terms.Not(here)) {
				near = m.terms.Or(near, m.terms.Ult(rel, m.terms.Const(64, nearby)))
			}
		}
	}
	if m.decisions.Decide(st, valid) {
		panic("symexec: an invalid address is valid")
	}
	// A fault just beyond the object that was meant says more than one far away.
	if !m.solver.Holds(&st.Path, near) && near != m.terms.False() {
		if verdict, model := m.decisions.Hint(st, near); verdict == sat.Sat {
			m.solver.SetModel(&st.Path, model)
			a = m.solver.Eval(&st.Path, addr.T)
		}
	}
	m.badAccess(st, a, n, verb)
	return target{}, false
}

// nearby is how far beyond the start of an object an address is said to be
// beyond its end, in bytes.
const nearby = 1 << 20

// places lists the offsets that rel may have: first, first+step, ... count of
// them, in terms of the low bits of rel that are not known.
func (m *Machine) places(t target) (first, step, count uint64) {
	lo, hi := m.terms.Bounds(expr.Value{T: t.rel})
	hi = min(hi, t.last)
	step = 1
	if zero, one, ok := m.terms.KnownBits(t.rel); ok {
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
func (m *Machine) loadAt(st *State, addr expr.Value, n int) (expr.Value, bool) {
	if addr.T != 0 && m.versions != nil {
		if v, ok := m.versions.Load(st, &addr, n); ok {
			return v, true
		}
	}
	v, u, ok := m.loadBits(st, addr, n)
	return v, ok && m.use(st, u)
}

// loadBits loads n bytes, and says which of their bits are undefined.
func (m *Machine) loadBits(st *State, addr expr.Value, n int) (v expr.Value, u undefined, ok bool) {
	t, ok := m.resolve(st, addr, uint64(n), "read")
	if !ok {
		return expr.Value{}, undefined{}, false
	}
	if t.rel == 0 {
		v, u = m.loadHere(st, t.slot, t.off, n)
		return v, u, true
	}
	first, step, count := m.places(t)
	if count > maxTable || count == 0 {
		if t, ok = m.resolveEach(st, addr, uint64(n), "read"); !ok {
			return expr.Value{}, undefined{}, false
		}
		v, u = m.loadHere(st, t.slot, t.off, n)
		return v, u, true
	}
	v, u = m.loadTable(st, t, n, first, step, count)
	return v, u, true
}

// loadHere loads n bytes at a known offset.
func (m *Machine) loadHere(st *State, slot uint32, off, n int) (v expr.Value, u undefined) {
	o := st.Memory.Object(slot)
	if at, ok := o.Initialised(off, n); !ok {
		u = undefined{o.UndefinedBits(m.terms, off, n), m.originOf(st, slot, off, uint64(n), at)}
	}
	return o.Load(m.terms, off, n), u
}

// loadTable loads from one of several places, as a tree over the bits of the
// offset in which equal halves fall together.
func (m *Machine) loadTable(st *State, t target, n int, first, step, count uint64) (v expr.Value, u undefined) {
	o := st.Memory.Object(t.slot)
	values, undefs := make([]bitvec.Term, count), make([]bitvec.Term, count)
	for i := range count {
		off := int(first + i*step)
		values[i], undefs[i] = m.terms.Term(o.Load(m.terms, off, n), 8*n), m.terms.Term(o.UndefinedBits(m.terms, off, n), 8*n)
		if at, ok := o.Initialised(off, n); !ok && u.from == nil {
			u.from = m.originOf(st, t.slot, off, uint64(n), at)
		}
	}
	if u.from != nil {
		u.bits = m.terms.Of(m.terms.Choose(t.rel, undefs, first, step))
	}
	return m.terms.Of(m.terms.Choose(t.rel, values, first, step)), u
}

// storeAt stores n bytes.
func (m *Machine) storeAt(st *State, addr expr.Value, n int, v expr.Value) bool {
	return m.storeBits(st, addr, n, v, expr.Value{})
}

// storeBits stores n bytes of which the bits u are undefined.
func (m *Machine) storeBits(st *State, addr expr.Value, n int, v, u expr.Value) bool {
	if addr.T != 0 && m.versions != nil && m.versions.Store(st, &addr, n, v) {
		return true
	}
	t, ok := m.resolve(st, addr, uint64(n), "write")
	if !ok {
		return false
	}
	if st.Memory.Object(t.slot).ReadOnly {
		off := int64(t.off)
		if t.rel != 0 {
			off = int64(m.solver.Eval(&st.Path, t.rel))
		}
		m.fail(st, program.FaultReadOnly, "write of "+m.span(st, t.slot, off, uint64(n)))
		return false
	}
	if t.rel == 0 {
		st.Memory.Change(t.slot).StoreUndefined(m.terms, t.off, n, v, u)
		return true
	}
	first, step, count := m.places(t)
	if u != (expr.Value{}) || count > maxStores || count == 0 || step < uint64(n) || !m.allWritten(st.Memory.Object(t.slot), n, first, step, count) {
		if t, ok = m.resolveEach(st, addr, uint64(n), "write"); !ok {
			return false
		}
		st.Memory.Change(t.slot).StoreUndefined(m.terms, t.off, n, v, u)
		return true
	}
	o := st.Memory.Change(t.slot)
	new := m.terms.Term(v, 8*n)
	for i := range count {
		off := first + i*step
		here := m.terms.Eq(t.rel, m.terms.Const(64, off))
		old := m.terms.Term(o.Load(m.terms, int(off), n), 8*n)
		o.Store(m.terms, int(off), n, m.terms.Of(m.terms.Ite(here, new, old)))
	}
	return true
}

func (m *Machine) allWritten(o *memory.Object, n int, first, step, count uint64) bool {
	for i := range count {
		if _, ok := o.Initialised(int(first+i*step), n); !ok {
			return false
		}
	}
	return true
}
