package crossversion

import (
	"context"
	"math"

	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/engines/symexec/outcome"
)

// What the solver did not decide within its limit is asked again with greater ones, as
// long as there are time and steps: a limit is there so that one hard question does not
// keep a search from all easy ones, and is of no use once these are done.

// branch is a side of a branch of the old version that is still to be decided, on the
// inputs of a path of the new one.
type branch struct {
	side symexec.Side
	of   *symexec.Path
}

// openPair is a pair of paths of which the solver did not decide whether they show
// the same.
type openPair struct{ new, old *symexec.Path }

// maxOpenPairs bounds the pairs that are kept to be asked about again.
const maxOpenPairs = 20_000

// growth is the factor between the limits of two rounds of questions.
const growth = 4

// retry asks what stayed undecided, with limits that grow from round to round, until
// all is decided, nothing more can be, or an error or the end of ctx ends it.
func (p *Product) retry(ctx context.Context, yield func(*Twin) error) error {
	for ctx.Err() == nil && len(p.open)+len(p.branches)+p.new.Undecided() > 0 && p.core.Solver.QuerySteps < math.MaxInt64/growth {
		p.core.Solver.QuerySteps *= growth
		p.new.Core().Solver.QuerySteps = p.core.Solver.QuerySteps
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
		decided, err := p.old.Revisit(ctx, u.side, func(o *symexec.Path) error { return p.pair(u.of, o, yield) })
		if err := p.explored(u.of, err); err != nil {
			return err
		}
		if !decided {
			p.branches = append(p.branches, u)
		}
	}
	new := p.new.TakeUndecided()
	for i, u := range new {
		if ctx.Err() != nil {
			p.new.ReturnUndecided(new[i:]...)
			return nil
		}
		decided, err := p.new.Revisit(ctx, u, func(n *symexec.Path) error { return p.path(ctx, n, yield) })
		if p.new.Stats.Pending > 0 || err != nil {
			p.Stats.Unfinished++
		}
		if err != nil {
			return err
		}
		if !decided {
			p.new.ReturnUndecided(u)
		}
	}
	return nil
}

// reopen compares an open pair once more.
func (p *Product) reopen(q openPair, yield func(*Twin) error) error {
	t := &Twin{New: q.new, Old: q.old}
	st := *q.old.State()
	again := p.decide(t, &st)
	if err := p.old.Charge(); err != nil {
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
