package constraints

import (
	"math/rand/v2"
	"slices"

	"github.com/riftlab/rift/bitvec"
)

// merge returns the state's model with what an answer says of the variables it
// was about.
func (sol *Solver) merge(pc *PathCondition, list []*part, t bitvec.Term, m *bitvec.Model) []uint64 {
	model := make([]uint64, len(sol.Vars))
	copy(model, pc.model)
	set := func(vars []int32) {
		for _, v := range vars {
			model[v] = m.Value(sol.Vars[v]).Uint64()
		}
	}
	for _, p := range list {
		set(p.vars)
	}
	set(sol.Support(t))
	return model
}

// SetModel gives the state another model of its path condition.
func (sol *Solver) SetModel(pc *PathCondition, model []uint64) {
	sol.models++
	pc.model, pc.id = model, sol.models
}

// Assign extends the model by a variable that is not constrained yet.
func (sol *Solver) Assign(pc *PathCondition, v int32, w uint64) {
	model := make([]uint64, len(sol.Vars))
	copy(model, pc.model)
	model[v] = w
	sol.SetModel(pc, model)
}

// Holds reports whether the model of a path condition satisfies t.
func (sol *Solver) Holds(pc *PathCondition, t bitvec.Term) bool { return sol.Eval(pc, t) == 1 }

// proposals is how often shuffle tries to give a variable another value.
const proposals = 32

// Shuffle gives the path condition a random model.
func (sol *Solver) Shuffle(pc *PathCondition, r *rand.Rand) {
	model := slices.Clone(pc.model)
	for v := range sol.Vars {
		for len(model) <= v {
			model = append(model, 0)
		}
		var cons []constraint
		if v < len(pc.parts) && pc.parts[v] != nil {
			cons = pc.parts[v].cons
		}
		mask := ^uint64(0) >> (64 - min(sol.terms.Width(sol.Vars[v]), 64))
		for range proposals {
			was := model[v]
			model[v] = r.Uint64() & mask
			sol.SetModel(pc, model)
			if !slices.ContainsFunc(cons, func(c constraint) bool { return !sol.Holds(pc, c.t) }) {
				break
			}
			model[v] = was
		}
	}
	sol.SetModel(pc, model)
}

// Renew makes the model, after set, another one than before.
func (sol *Solver) Renew(pc *PathCondition) { sol.SetModel(pc, pc.model) }

// Extend gives the variables of t the values of an answer.
func (sol *Solver) Extend(pc *PathCondition, t bitvec.Term, m *bitvec.Model) {
	model := slices.Clone(pc.model)
	for _, v := range sol.Support(t) {
		for len(model) <= int(v) {
			model = append(model, 0)
		}
		model[v] = m.Value(sol.Vars[v]).Uint64()
	}
	sol.SetModel(pc, model)
}
