package symexec

import "github.com/riftlab/rift/bitvec"

// maxDepth bounds the operations on top of each other in a term. A value beyond
// it is made concrete: nothing could be decided about it anyway.
const maxDepth = 50_000

// shallow returns v, or makes it concrete if its term is too deep.
func (e *Explorer) shallow(st *State, v value) value {
	if v.t == 0 || e.depthOf(v.t) <= maxDepth {
		return v
	}
	return word(e.concretise(st, v))
}

// depthOf returns the depth of a term; what it is made of was asked for before,
// but for a few operations.
func (e *Explorer) depthOf(t bitvec.Term) int32 {
	if n := e.terms.Len(); len(e.depths) < n {
		n += n / 2
		e.depths = append(e.depths, make([]int32, n-len(e.depths))...)
	}
	d := e.depths[t]
	if d == 0 {
		for i := range e.terms.NumArgs(t) {
			d = max(d, e.depthOf(e.terms.Arg(t, i)))
		}
		d++
		e.depths[t] = d
	}
	return d
}
