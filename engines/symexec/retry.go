package symexec

import (
	"context"
	"math"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/constraints"
	"github.com/riftlab/rift/engines/symexec/outcome"
	"github.com/riftlab/rift/sat"
)

// What the solver did not decide within its limit is asked again with greater ones,
// as long as there are time and steps: a limit is there so that one hard question
// does not keep a search from all easy ones, and is of no use once these are done.

// undecided is the side of a branch of which it is not known whether it is
// feasible: a fork as it was before the instruction, which takes the side if the
// condition can hold.
type undecided struct {
	st   *State
	cond bitvec.Term
	of   *Path // of the other version, on whose inputs the state runs; nil for the new version
}

// postpone keeps the side of a branch that was not decided, if there is room.
// Stats.Unknown counts it until it is decided.
func (e *Explorer) postpone(st *State, cond bitvec.Term) {
	if !e.asking || e.cancelled() || e.full || e.alive+len(e.forked)+len(e.postponed) >= e.opt.MaxStates {
		return
	}
	e.postponed = append(e.postponed, undecided{st: e.fork(st), cond: cond})
}

// revisit decides a postponed side with the present limit and explores it if it is
// feasible. It reports whether it was decided.
func (e *Explorer) revisit(ctx context.Context, u undecided, yield func(*Path) error) (decided bool, err error) {
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

// openPair is a pair of paths of which the solver did not decide whether they show
// the same.
type openPair struct{ new, old *Path }

// maxOpenPairs bounds the pairs that are kept to be asked about again.
const maxOpenPairs = 20_000

// growth is the factor between the limits of two rounds of questions.
const growth = 4

// retry asks what stayed undecided, with limits that grow from round to round, until
// all is decided, nothing more can be, or an error or the end of ctx ends it.
func (p *Product) retry(ctx context.Context, yield func(*Twin) error) error {
	for ctx.Err() == nil && len(p.open)+len(p.branches)+len(p.new.postponed) > 0 && p.new.solver.QuerySteps < math.MaxInt64/growth {
		p.new.solver.QuerySteps *= growth
		p.old.solver.QuerySteps = p.new.solver.QuerySteps
		p.Stats.Rounds++
		if err := p.round(ctx, yield); err != nil {
			return err
		}
	}
	return nil
}

// round asks each question once.
func (p *Product) round(ctx context.Context, yield func(*Twin) error) error {
	open := p.open
	p.open = nil
	for i, q := range open {
		if ctx.Err() != nil {
			p.open = append(p.open, open[i:]...)
			return nil
		}
		if err := p.reopen(q, yield); err != nil {
			return err
		}
	}
	old := p.branches
	p.branches = nil
	for i, u := range old {
		if ctx.Err() != nil {
			p.branches = append(p.branches, old[i:]...)
			return nil
		}
		decided, err := p.old.revisit(ctx, u, func(o *Path) error { return p.pair(u.of, o, yield) })
		if err := p.explored(u.of, err); err != nil {
			return err
		}
		if !decided {
			p.branches = append(p.branches, u)
		}
	}
	new := p.new.postponed
	p.new.postponed = nil
	for i, u := range new {
		if ctx.Err() != nil {
			p.new.postponed = append(p.new.postponed, new[i:]...)
			return nil
		}
		decided, err := p.new.revisit(ctx, u, func(n *Path) error { return p.path(ctx, n, yield) })
		if p.new.Stats.Pending > 0 || err != nil {
			p.Stats.Unfinished++
		}
		if err != nil {
			return err
		}
		if !decided {
			p.new.postponed = append(p.new.postponed, u)
		}
	}
	return nil
}

// reopen compares an open pair once more.
func (p *Product) reopen(q openPair, yield func(*Twin) error) error {
	t := &Twin{New: q.new, Old: q.old}
	st := *q.old.state
	again := p.decide(t, &st)
	if err := p.old.spend(); err != nil {
		return err
	}
	if again {
		p.open = append(p.open, q)
		return nil
	}
	p.Stats.Open--
	if p.reasons[outcome.Undecided]--; p.reasons[outcome.Undecided] == 0 {
		delete(p.reasons, outcome.Undecided)
	}
	p.count(t)
	if !t.Differ {
		return nil // its input was tried
	}
	t.Input = p.inputOf(q.new, &st)
	return yield(t)
}
