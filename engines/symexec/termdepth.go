package symexec

import (
	"github.com/riftlab/rift/engines/symexec/expr"
)

// maxDepth bounds the operations on top of each other in a term. A value beyond
// it is made concrete: nothing could be decided about it anyway.
const maxDepth = 50_000

// shallow returns v, or makes it concrete if its term is too deep.
func (e *Explorer) shallow(st *State, v expr.Value) expr.Value {
	if v.T == 0 || e.terms.Depth(v.T) <= maxDepth {
		return v
	}
	return expr.Word(e.concretise(st, v))
}
