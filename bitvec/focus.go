package bitvec

import (
	"github.com/riftlab/rift/bitvec/aig"
	"github.com/riftlab/rift/sat"
)

// focus restricts the SAT solver's decisions to the cone of the query once
// the clauses of other queries outweigh it. Without that every satisfiable
// query pays for assigning all gates that were ever blasted.
//
// It is sound because clauses only define gates: an assignment of a cone's
// gates that violates nothing extends to all gates above them. Lemmas about
// arrays constrain inputs and therefore always stay in focus.
type focus struct {
	emit   *aig.Emitter
	solver sat.Solver
	dec    sat.Decider // nil: the solver cannot restrict decisions

	roots  []aig.Lit // of the present query
	lemmas []aig.Lit
	marks  aig.Marks
	active int // decision variables since the last narrowing
	cone   int // ... of them right after it
	narrow bool
}

// slack is how many variables outside the cone are not worth narrowing for.
const slack = 5000

func newFocus(emit *aig.Emitter, solver sat.Solver) *focus {
	dec, _ := solver.(sat.Decider)
	return &focus{emit: emit, solver: solver, dec: dec}
}

// begin starts a query.
func (f *focus) begin() { f.roots = f.roots[:0] }

// add says that root belongs to the present query.
func (f *focus) add(root aig.Lit) { f.roots = append(f.roots, root) }

// lemma says that the solver holds a clause over the inputs below root.
func (f *focus) lemma(root aig.Lit) {
	f.lemmas = append(f.lemmas, root)
	f.include(root)
}

// settle is called when the query is complete.
func (f *focus) settle() {
	if f.dec == nil {
		return
	}
	for _, r := range f.roots {
		f.include(r)
	}
	if all := f.solver.NumVars(); !f.narrow && all > slack || f.narrow && f.active > 2*f.cone+slack {
		f.narrowDown()
	}
}

// include lets the solver decide on everything below root.
func (f *focus) include(root aig.Lit) {
	if f.dec == nil || !f.narrow {
		return
	}
	f.emit.Cone(root, &f.marks, func(v sat.Var) {
		f.dec.SetDecision(v, true)
		f.active++
	})
}

func (f *focus) narrowDown() {
	for v := sat.Var(1); int(v) <= f.solver.NumVars(); v++ {
		f.dec.SetDecision(v, false)
	}
	f.narrow, f.active = true, 0
	f.marks.Clear()
	for _, r := range f.roots {
		f.include(r)
	}
	for _, r := range f.lemmas {
		f.include(r)
	}
	f.cone = f.active
}
