package symexec

import (
	"slices"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/sat"
)

// Path is a path that has ended: an input that takes it, and what the program
// shows on that input.
type Path struct {
	ID      int             `json:"id"`
	Input   program.Input   `json:"input"`
	Outcome program.Outcome `json:"outcome"`
	// Incomplete says why the machine could not follow the path to its end; ""
	// if it did. The outcome is then no prediction.
	Incomplete string `json:"incomplete,omitempty"`
	// At is where the path ended.
	At program.Position `json:"at"`
	// Concretised counts the values that were made concrete for want of terms:
	// the path condition is then narrower than the path.
	Concretised int `json:"concretised,omitempty"`
	Forks       int `json:"forks"` // decisions with two feasible sides

	// Boundaries are conditions, over the terms of the Explorer, under which a
	// comparison of the path is decided by the narrowest margin; see
	// Options.Boundaries. Not all need be feasible.
	Boundaries []bitvec.Term `json:"-"`
	// Condition is the path condition over the terms of the Explorer.
	Condition []bitvec.Term `json:"-"`
	// Domains is how many of Condition, its first, say which inputs the model has.
	Domains int `json:"-"`
	// Payload is that of the state.
	Payload any `json:"-"`

	state *State
}

// State returns the state as it ended. The caller must not change it.
func (p *Path) State() *State { return p.state }

// path makes the result of a state that has ended.
func (e *Explorer) path(st *State) *Path {
	p := &Path{ID: st.ID, Incomplete: st.Unsupported, At: st.Place, Concretised: st.Concretised, Forks: st.Forks,
		Condition: st.Condition(), Domains: st.Input.Domains, Payload: st.Payload, state: st}
	p.Input = e.inputOf(st)
	p.Outcome = e.outcomeOf(st)
	p.Boundaries = e.machine.BoundariesOf(st)
	return p
}

// inputOf returns the input that the state's model says.
func (e *Explorer) inputOf(st *State) program.Input {
	return st.Input.Under(e.machine.Eval(st), st.Asked)
}

// outcomeOf returns what the program shows under the state's model.
func (e *Explorer) outcomeOf(st *State) program.Outcome {
	out := st.Shown.Under(e.machine.Eval(st))
	out.Steps = st.Steps
	return out
}

// Holds reports whether the constraint t holds for the path's input.
func (e *Explorer) Holds(p *Path, t bitvec.Term) bool {
	return e.solver.Holds(&p.state.Path, t)
}

// Another returns another input of the path, one that satisfies t too, if there
// is one.
func (e *Explorer) Another(p *Path, t bitvec.Term) (program.Input, bool) {
	if _, model := e.Check(p.state, t); model != nil {
		st := *p.state
		e.solver.SetModel(&st.Path, model)
		return e.inputOf(&st), true
	}
	return program.Input{}, false
}

// Negate returns an input that follows the path up to constraint i of its
// condition and violates that one, if there is one. Its further way is open. It
// is how a run that was followed leads to its neighbours. i must be at least p.Domains: what
// violates the constraints before that is no input.
//
// Source: Godefroid, Klarlund, Sen: DART, PLDI 2005, Figure 5.
func (e *Explorer) Negate(p *Path, i int) (program.Input, bool) { return e.NegateUnder(nil, p, i) }

// NegateUnder is Negate for an input that satisfies constraints too, of an explorer that
// shares terms, such as the condition of the path that it takes there.
func (e *Explorer) NegateUnder(constraints []bitvec.Term, p *Path, i int) (program.Input, bool) {
	query := slices.Concat(constraints, p.Condition[:i], []bitvec.Term{e.terms.Not(p.Condition[i])})
	a := e.solver.Ask(e.ctx, query)
	if a.Verdict != sat.Sat {
		return program.Input{}, false
	}
	st := *p.state
	e.solver.Extend(&st.Path, e.terms.Conj(query...), a.Model)
	return e.inputOf(&st), true
}
