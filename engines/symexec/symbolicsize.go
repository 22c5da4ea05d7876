package symexec

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
func (e *Explorer) chooseSize(st *State, size expr.Value) (uint64, bool) {
	if size.T == 0 || st.in.Guide != nil {
		return e.enumerate(st, size)
	}
	t := e.terms.Fit(size.T, 64)
	w := e.solver.Eval(&st.path, t)
	if e.fewNear(st, t, w) {
		return e.enumerate(st, expr.Value{T: t})
	}
	lo, hi := uint64(0), uint64(0)
	if k := bits.Len64(w); k > 0 {
		lo, hi = 1<<(k-1), 1<<(k-1)+(1<<(k-1)-1)
	}
	e.decide(st, e.terms.InRange(t, lo, hi, false))
	if e.fewNear(st, t, w) {
		return e.enumerate(st, expr.Value{T: t})
	}
	if w != lo {
		if verdict, model := e.hint(st, e.terms.Eq(t, e.terms.Const(64, lo))); verdict == sat.Sat {
			e.solver.SetModel(&st.path, model)
			w = lo
		}
	}
	st.concretised++
	e.Stats.Truncated++
	e.add(st, e.terms.Eq(t, e.terms.Const(64, w)))
	return w, true
}

// fewNear reports whether the path condition has t near w.
func (e *Explorer) fewNear(st *State, t bitvec.Term, w uint64) bool {
	near := e.terms.InRange(t, w-min(w, fewSizes), w+min(^w, fewSizes), false)
	if c, ok := e.terms.ConstUint64(near); ok {
		return c == 1
	}
	if e.solver.Known(&st.path, near) {
		return true
	}
	verdict, _ := e.hint(st, e.terms.Not(near))
	return verdict == sat.Unsat
}

// stackSize is chooseSize for an object on the stack: sizes that do not fit are
// one path, which is a fault.
func (e *Explorer) stackSize(st *State, size expr.Value) (uint64, bool) {
	if size.T != 0 {
		room := max(e.opt.MaxStack-st.stack, 0) &^ 15
		t := e.terms.Fit(size.T, 64)
		if !e.decide(st, e.terms.Ule(t, e.terms.Const(64, uint64(room)))) {
			return e.solver.Eval(&st.path, t), true
		}
	}
	return e.chooseSize(st, size)
}
