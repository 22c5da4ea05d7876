package symexec

import (
	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/constraints"
	"github.com/riftlab/rift/sat"
)

// add adds a constraint that the state's model satisfies, in the reading of the
// version that the state runs as.
func (e *Explorer) add(st *State, t bitvec.Term) {
	if e.shadow != nil {
		_, t = e.shadow.readings(st, t)
	}
	e.solver.Add(&st.Path, t)
}

// Check asks whether the state's path condition allows t. A model, if there is
// one, is of the whole path condition and t.
func (e *Explorer) Check(st *State, t bitvec.Term) (verdict sat.Verdict, model []uint64) {
	if e.shadow != nil {
		_, t = e.shadow.readings(st, t)
	}
	return e.solver.Check(e.ctx, &st.Path, t)
}

// hint is Check for questions on which no path depends: that one is not decided
// leaves out nothing.
func (e *Explorer) hint(st *State, t bitvec.Term) (verdict sat.Verdict, model []uint64) {
	if e.shadow != nil {
		_, t = e.shadow.readings(st, t)
	}
	return e.solver.Hint(e.ctx, &st.Path, t)
}

// decide returns the truth of cond on the path of st. If both are feasible, a
// fork of the state takes the other side; see the package comment.
func (e *Explorer) decide(st *State, cond bitvec.Term) bool {
	if e.shadow != nil {
		old, new := e.shadow.readings(st, cond)
		if old != new {
			return e.shadow.fourWay(st, old, new)
		}
		cond = new
	}
	if w, ok := e.terms.ConstUint64(cond); ok {
		return w == 1
	}
	side := e.solver.Holds(&st.Path, cond)
	this, other := cond, e.terms.Not(cond)
	if !side {
		this, other = other, this
	}
	if e.solver.Known(&st.Path, this) || e.solver.Settled(&st.Path, cond) {
		return side
	}
	e.Stats.Decisions++
	if st.Input.Guide != nil {
		st.Forks++
		e.add(st, this)
		return side
	}
	verdict, model := e.Check(st, other)
	switch verdict {
	case sat.Unsat:
		e.solver.Refuted(e.ctx, &st.Path, cond)
		return side
	case sat.Sat:
		if e.room() {
			st.Variables = constraints.Union(st.Variables, e.solver.Support(cond))
			child := e.fork(st)
			child.Forks++
			e.solver.SetModel(&child.Path, model)
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

// fork returns a copy of a state as it was before the present instruction.
func (e *Explorer) fork(st *State) *State {
	e.made++
	return st.Fork(e.made - 1)
}

// decisions are the explorer's, as exec.Decisions says.
type decisions struct{ e *Explorer }

func (d decisions) Decide(st *State, cond bitvec.Term) bool { return d.e.decide(st, cond) }
func (d decisions) Forked() bool                            { return len(d.e.forked) > 0 }
func (d decisions) Add(st *State, t bitvec.Term)            { d.e.add(st, t) }

func (d decisions) Check(st *State, t bitvec.Term) (sat.Verdict, []uint64) { return d.e.Check(st, t) }
func (d decisions) Hint(st *State, t bitvec.Term) (sat.Verdict, []uint64)  { return d.e.hint(st, t) }
