package bitvec

import (
	"github.com/riftlab/rift/bitvec/aig"
	"github.com/riftlab/rift/sat"
)

// focus restricts the SAT solver's decisions to the cone of the query.
// Without that a query pays for all gates that were ever blasted, and worse:
// a guess at a gate of another, hard query makes that query part of this one.
//
// It is sound because clauses only define gates: an assignment of a cone's
// gates that violates nothing extends to all gates above them. Lemmas about
// arrays constrain inputs and therefore always stay in focus.
type focus struct {
	emit   *aig.Emitter
	solver sat.Solver
	dec    sat.Decider // nil: the solver cannot restrict decisions

	roots  []aig.Lit // of the present query
	inside map[aig.Lit]bool
	lemmas []aig.Lit
	marks  aig.Marks
	vars   []sat.Var // that may be decided on
	on     []uint32  // by variable: the round that wants it
	round  uint32
	known  int // variables seen so far
}

func newFocus(emit *aig.Emitter, solver sat.Solver) *focus {
	dec, _ := solver.(sat.Decider)
	return &focus{emit: emit, solver: solver, dec: dec, inside: map[aig.Lit]bool{}, round: 1}
}

// begin starts a query.
func (f *focus) begin() { f.roots = f.roots[:0] }

// add says that root belongs to the present query.
func (f *focus) add(root aig.Lit) { f.roots = append(f.roots, root) }

// lemma says that the solver holds a clause over the inputs below root.
func (f *focus) lemma(root aig.Lit) {
	f.lemmas = append(f.lemmas, root)
	if f.dec != nil {
		f.include(root)
	}
}

// settle is called when the query is complete. A query with more constraints
// than the one before only widens the focus.
func (f *focus) settle() {
	if f.dec == nil {
		return
	}
	kept := 0
	for _, r := range f.roots {
		if f.inside[r] {
			kept++
		}
	}
	if kept == len(f.inside) {
		for _, r := range f.roots {
			f.inside[r] = true
			f.include(r)
		}
		f.dropNew()
		return
	}
	old := f.vars
	f.vars = make([]sat.Var, 0, len(old))
	f.round++
	f.marks.Clear()
	f.emit.Redefined()
	clear(f.inside)
	for _, r := range f.roots {
		f.inside[r] = true
		f.include(r)
	}
	for _, r := range f.lemmas {
		f.include(r)
	}
	f.dropNew()
	for _, v := range old {
		if f.on[v] != f.round {
			f.dec.SetDecision(v, false)
		}
	}
}

// include lets the solver decide on everything at and below root, and below the gates in
// focus that were defined anew.
func (f *focus) include(root aig.Lit) {
	for _, l := range f.emit.Redefined() {
		if f.marks.Forget(l) {
			f.cone(l)
		}
	}
	f.cone(root)
}

func (f *focus) cone(root aig.Lit) {
	f.emit.Cone(root, &f.marks, func(v sat.Var) {
		for int(v) >= len(f.on) {
			f.on = append(f.on, make([]uint32, len(f.on)+64)...)
		}
		if f.on[v] != f.round {
			f.vars = append(f.vars, v)
		}
		f.on[v] = f.round
		f.dec.SetDecision(v, true)
	})
}

// dropNew takes new variables out of the focus that are in no cone: an
// interrupted query may leave some.
func (f *focus) dropNew() {
	n := f.solver.NumVars()
	for v := sat.Var(f.known + 1); int(v) <= n; v++ {
		if int(v) >= len(f.on) || f.on[v] != f.round {
			f.dec.SetDecision(v, false)
		}
	}
	f.known = n
}
