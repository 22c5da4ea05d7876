package symexec

import (
	"math/rand/v2"
	"slices"

	"github.com/riftlab/rift/program"
)

// proposals is how often Sample tries to give a variable another value.
const proposals = 32

// Sample returns another input of the path, drawn at random. Inputs of a path take
// the same way through the program up to where it ended, but a solver likes to give
// the same values again and again; what happens after the end of a path that was cut
// short, or in another version, may depend on them.
//
// Each variable in turn is offered random values, and takes the first with which
// the path condition still holds. No solver is asked.
//
// It costs an evaluation of the path condition for each value that is offered.
func (e *Explorer) Sample(p *Path, r *rand.Rand) program.Input {
	st := *p.state
	e.shuffle(&st, r)
	return e.inputOf(&st)
}

// shuffle gives the state a random model.
func (e *Explorer) shuffle(st *State, r *rand.Rand) {
	model := slices.Clone(st.model)
	for v := range e.vars {
		for len(model) <= v {
			model = append(model, 0)
		}
		var cons []constraint
		if v < len(st.parts) && st.parts[v] != nil {
			cons = st.parts[v].cons
		}
		mask := all64 >> (64 - min(e.terms.Width(e.vars[v]), 64))
		for range proposals {
			was := model[v]
			model[v] = r.Uint64() & mask
			e.setModel(st, model)
			if !slices.ContainsFunc(cons, func(c constraint) bool { return !e.holds(st, c.t) }) {
				break
			}
			model[v] = was
		}
	}
	e.setModel(st, model)
}
