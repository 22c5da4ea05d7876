package symexec

import (
	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/constraints"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/sat"
)

// add adds a constraint that the state's model satisfies, in the reading of the
// version that the state runs as.
func (e *Explorer) add(st *State, t bitvec.Term) {
	if e.shadow != nil {
		_, t = e.readings(st, t)
	}
	e.solver.Add(&st.path, t)
}

// Check asks whether the state's path condition allows t. A model, if there is
// one, is of the whole path condition and t.
func (e *Explorer) Check(st *State, t bitvec.Term) (verdict sat.Verdict, model []uint64) {
	if e.shadow != nil {
		_, t = e.readings(st, t)
	}
	return e.solver.Check(e.ctx, &st.path, t)
}

// hint is Check for questions on which no path depends: that one is not decided
// leaves out nothing.
func (e *Explorer) hint(st *State, t bitvec.Term) (verdict sat.Verdict, model []uint64) {
	if e.shadow != nil {
		_, t = e.readings(st, t)
	}
	return e.solver.Hint(e.ctx, &st.path, t)
}

// only returns v, as a word if the path condition leaves it but one value. In a
// run that is followed terms stay, because others ask for them.
func (e *Explorer) only(st *State, v expr.Value) expr.Value {
	if v.T == 0 || st.in.Guide != nil || !e.solver.Settled(&st.path, v.T) {
		return v
	}
	return expr.Word(e.solver.Eval(&st.path, v.T))
}

// decide returns the truth of cond on the path of st. If both are feasible, a
// fork of the state takes the other side; see the package comment.
func (e *Explorer) decide(st *State, cond bitvec.Term) bool {
	if e.shadow != nil {
		old, new := e.readings(st, cond)
		if old != new {
			return e.fourWay(st, old, new)
		}
		cond = new
	}
	if w, ok := e.terms.ConstUint64(cond); ok {
		return w == 1
	}
	side := e.solver.Holds(&st.path, cond)
	this, other := cond, e.terms.Not(cond)
	if !side {
		this, other = other, this
	}
	if e.solver.Known(&st.path, this) || e.solver.Settled(&st.path, cond) {
		return side
	}
	e.Stats.Decisions++
	if st.in.Guide != nil {
		st.Forks++
		e.add(st, this)
		return side
	}
	verdict, model := e.Check(st, other)
	switch verdict {
	case sat.Unsat:
		e.solver.Refuted(e.ctx, &st.path, cond)
		return side
	case sat.Sat:
		if e.room() {
			st.decided = constraints.Union(st.decided, e.solver.Support(cond))
			child := e.fork(st)
			child.Forks++
			e.solver.SetModel(&child.path, model)
			e.add(child, other)
			e.forked = append(e.forked, child)
			e.Stats.Forks++
		} else {
			e.dropFork(st, model)
		}
	case sat.Unknown:
		e.postpone(st, other)
	}
	st.Forks++
	e.add(st, this)
	return side
}

// enumerate makes a value concrete by deciding it value by value, at most
// e.opt.Values at one instruction; it reports false if the path ends there.
func (e *Explorer) enumerate(st *State, v expr.Value) (uint64, bool) {
	if v.T == 0 {
		return v.W, true
	}
	w := e.solver.Eval(&st.path, v.T)
	if st.excluded >= e.opt.Values {
		e.Stats.Truncated++
		e.giveUp(st, "bound: too many values of an address, size or number that must be known")
		return 0, false
	}
	st.excluded++
	e.decide(st, e.terms.Eq(v.T, e.terms.Const(e.terms.Width(v.T), w)))
	return w, true
}

// concretise takes the value of the model for v and marks the path.
func (e *Explorer) concretise(st *State, v expr.Value) uint64 {
	if v.T == 0 {
		return v.W
	}
	w := e.solver.Eval(&st.path, v.T)
	eq := e.terms.Eq(v.T, e.terms.Const(e.terms.Width(v.T), w))
	if !e.solver.Known(&st.path, eq) && !e.solver.Settled(&st.path, v.T) {
		st.concretised++
		e.Stats.Concretised++
		e.add(st, eq)
	}
	return w
}
