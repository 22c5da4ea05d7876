package exec

import (
	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/expr"
)

// Eval returns what gives terms their values under the state's model.
func (m *Machine) Eval(st *State) func(bitvec.Term) uint64 {
	return func(t bitvec.Term) uint64 { return m.solver.Eval(&st.Path, t) }
}

// only returns v, as a word if the path condition leaves it but one value. In a
// run that is followed terms stay, because others ask for them.
func (m *Machine) only(st *State, v expr.Value) expr.Value {
	if v.T == 0 || st.Input.Guide != nil || !m.solver.Settled(&st.Path, v.T) {
		return v
	}
	return expr.Word(m.solver.Eval(&st.Path, v.T))
}

// Enumerate makes a value concrete by deciding it value by value, at most
// e.opt.Values at one instruction; it reports false if the path ends there.
func (m *Machine) Enumerate(st *State, v expr.Value) (uint64, bool) {
	if v.T == 0 {
		return v.W, true
	}
	w := m.solver.Eval(&st.Path, v.T)
	if st.Excluded >= m.opt.Values {
		m.Tally.Truncated++
		m.giveUp(st, "bound: too many values of an address, size or number that must be known")
		return 0, false
	}
	st.Excluded++
	m.decisions.Decide(st, m.terms.Eq(v.T, m.terms.Const(m.terms.Width(v.T), w)))
	return w, true
}

// concretise takes the value of the model for v and marks the path.
func (m *Machine) concretise(st *State, v expr.Value) uint64 {
	if v.T == 0 {
		return v.W
	}
	w := m.solver.Eval(&st.Path, v.T)
	eq := m.terms.Eq(v.T, m.terms.Const(m.terms.Width(v.T), w))
	if !m.solver.Known(&st.Path, eq) && !m.solver.Settled(&st.Path, v.T) {
		st.Concretised++
		m.Tally.Concretised++
		m.decisions.Add(st, eq)
	}
	return w
}
