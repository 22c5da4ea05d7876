package symexec

import (
	"math/rand/v2"

	"github.com/riftlab/rift/program"
)

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
	e.solver.Shuffle(&st.Path, r)
	return e.inputOf(&st)
}
