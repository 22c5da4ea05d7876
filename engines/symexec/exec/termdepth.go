package exec

import "github.com/riftlab/rift/engines/symexec/expr"

// MaxDepth bounds the operations on top of each other in a term. A value beyond
// it is made concrete: nothing could be decided about it anyway.
const MaxDepth = 50_000

// shallow returns v, or makes it concrete if its term is too deep.
func (m *Machine) shallow(st *State, v expr.Value) expr.Value {
	if v.T == 0 || m.terms.Depth(v.T) <= MaxDepth {
		return v
	}
	return expr.Word(m.concretise(st, v))
}
