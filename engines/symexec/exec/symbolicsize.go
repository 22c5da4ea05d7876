package exec

import (
	"math/bits"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/sat"
)

// Symbolic sizes of objects. An object has a size that is known, so the size is
// decided: value by value where there are few, which loses nothing. Where there
// are many, one path is made for each class of sizes - from a power of two to
// the next - with the least size of the class, whose end is reached by the most
// accesses; what the class leaves out is counted in Stats.Truncated.

// fewSizes is how far from the size of the model all others may be to count as
// few.
const fewSizes = 16

// chooseSize makes a size concrete.
func (m *Machine) chooseSize(st *State, size expr.Value) (uint64, bool) {
	if size.T == 0 || st.Input.Guide != nil {
		return m.Enumerate(st, size)
	}
	t := m.terms.Fit(size.T, 64)
	w := m.solver.Eval(&st.Path, t)
	if m.fewNear(st, t, w) {
		return m.Enumerate(st, expr.Value{T: t})
	}
	lo, hi := uint64(0), uint64(0)
	if k := bits.Len64(w); k > 0 {
		lo, hi = 1<<(k-1), 1<<(k-1)+(1<<(k-1)-1)
	}
	m.decisions.Decide(st, m.terms.InRange(t, lo, hi, false))
	if m.fewNear(st, t, w) {
		return m.Enumerate(st, expr.Value{T: t})
	}
	if w != lo {
		if verdict, model := m.decisions.Hint(st, m.terms.Eq(t, m.terms.Const(64, lo))); verdict == sat.Sat {
			m.solver.SetModel(&st.Path, model)
			w = lo
		}
	}
	st.Concretised++
	m.Tally.Truncated++
	m.decisions.Add(st, m.terms.Eq(t, m.terms.Const(64, w)))
	return w, true
}

// fewNear reports whether the path condition has t near w.
func (m *Machine) fewNear(st *State, t bitvec.Term, w uint64) bool {
	near := m.terms.InRange(t, w-min(w, fewSizes), w+min(^w, fewSizes), false)
	if c, ok := m.terms.ConstUint64(near); ok {
		return c == 1
	}
	if m.solver.Known(&st.Path, near) {
		return true
	}
	verdict, _ := m.decisions.Hint(st, m.terms.Not(near))
	return verdict == sat.Unsat
}

// stackSize is chooseSize for an object on the stack: sizes that do not fit are
// one path, which is a fault.
func (m *Machine) stackSize(st *State, size expr.Value) (uint64, bool) {
	if size.T != 0 {
		room := max(m.opt.MaxStack-st.stack, 0) &^ 15
		t := m.terms.Fit(size.T, 64)
		if !m.decisions.Decide(st, m.terms.Ule(t, m.terms.Const(64, uint64(room)))) {
			return m.solver.Eval(&st.Path, t), true
		}
	}
	return m.chooseSize(st, size)
}
