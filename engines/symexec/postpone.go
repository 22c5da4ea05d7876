package symexec

import (
	"context"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/constraints"
	"github.com/riftlab/rift/engines/symexec/input"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/sat"
)

// What the solver did not decide within its limit is asked again with greater ones,
// as long as there are time and steps: a limit is there so that one hard question
// does not keep a search from all easy ones, and is of no use once these are done.

// Side is the side of a branch of which it is not known whether it is feasible: a fork
// as it was before the instruction, which takes the side if the condition can hold.
type Side struct {
	st   *State
	cond bitvec.Term
}

// postpone keeps the side of a branch that was not decided, if there is room.
// Stats.Unknown counts it until it is decided.
func (e *Explorer) postpone(st *State, cond bitvec.Term) {
	if !e.opt.KeepUndecided || e.cancelled() || e.full || e.alive+len(e.forked)+len(e.postponed) >= e.opt.MaxStates {
		return
	}
	e.postponed = append(e.postponed, Side{st: e.fork(st), cond: cond})
}

// Revisit decides a postponed side with the present limit and explores it if it is
// feasible. It reports whether it was decided.
func (e *Explorer) Revisit(ctx context.Context, u Side, yield func(*Path) error) (decided bool, err error) {
	e.ctx, e.states = ctx, map[*State]struct{}{u.st: {}}
	verdict, model := e.hint(u.st, u.cond)
	if err := e.spend(); err != nil {
		return false, err
	}
	if verdict == sat.Unknown {
		return false, nil
	}
	e.Stats.Unknown--
	if verdict == sat.Unsat {
		return true, nil
	}
	st := u.st
	st.Forks++
	st.Variables = constraints.Union(st.Variables, e.solver.Support(u.cond))
	e.solver.SetModel(&st.Path, model)
	e.add(st, u.cond)
	e.Stats.Forks++
	return true, e.exploreFrom(ctx, st, yield)
}

// Undecided returns how many sides of branches are kept to be decided later.
func (e *Explorer) Undecided() int { return len(e.postponed) }

// TakeUndecided returns the sides that are kept, which are then the caller's.
func (e *Explorer) TakeUndecided() []Side {
	list := e.postponed
	e.postponed = nil
	return list
}

// ReturnUndecided keeps sides again that were taken and are still not decided.
func (e *Explorer) ReturnUndecided(list ...Side) { e.postponed = append(e.postponed, list...) }

// ExploreWithin is Explore on those inputs of a model that a path of another explorer,
// which shares terms, stands for. It reports false if there was an error, or the end of
// ctx, before anything was explored.
func (e *Explorer) ExploreWithin(ctx context.Context, m *program.InputModel, of *Explorer, p *Path, yield func(*Path) error) (started bool, err error) {
	st, err := e.start(ctx, func(b *input.Builder) error {
		err := b.FromModel(m)
		e.solver.Confine(b.Path, of.solver, &p.state.Path)
		return err
	})
	if err != nil {
		return false, err
	}
	return true, e.exploreFrom(ctx, st, yield)
}

// Charge tells Options.Spend the steps used, and returns its error.
func (e *Explorer) Charge() error { return e.spend() }

// Crowded reports whether the heap is beyond its limit, so that nothing more should be
// kept.
func (e *Explorer) Crowded() bool { return e.full }

// Options returns the options, limits that were not set being the defaults.
func (e *Explorer) Options() Options { return e.opt }
