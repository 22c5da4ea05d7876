package bitvec

import (
	"context"
	"time"

	"github.com/riftlab/rift/sat"
)

// Staged is a Checker that spends on a query what it turns out to need: first
// it asks a cheap checker, with a small limit. What that leaves open is
// simplified as a whole and asked of a thorough one, then of the cheap one
// again, which has learned something, and so on with growing limits.
//
// Most queries of a symbolic execution end in the first stage and never pay
// for more. Only steps tell the stages apart, so that answers do not depend on
// clocks.
type Staged struct {
	cheap, thorough Checker

	first, late, open int64
}

// The limits of the stages, in steps: the first costs some milliseconds.
const (
	stageFirst  = 20e3
	stageGrowth = 8
)

// NewStaged returns a checker that asks cheap and thorough, of one store, by
// turns.
func NewStaged(cheap, thorough Checker) *Staged {
	if cheap.Store() != thorough.Store() {
		panic("bitvec: NewStaged: checkers of different stores")
	}
	return &Staged{cheap: cheap, thorough: thorough}
}

// Store implements Checker.
func (c *Staged) Store() *Store { return c.cheap.Store() }

// Counters implements Checker. Those of the two checkers that have one name
// are added up.
func (c *Staged) Counters() []Counter {
	all := []Counter{{"stages.first", c.first}, {"stages.late", c.late}, {"stages.open", c.open}}
	at := map[string]int{}
	for _, below := range [][]Counter{c.cheap.Counters(), c.thorough.Counters()} {
		for _, x := range below {
			if i, ok := at[x.Name]; ok {
				all[i].Value += x.Value
				continue
			}
			at[x.Name] = len(all)
			all = append(all, x)
		}
	}
	return all
}

// Check implements Checker. The limits hold for all stages together.
func (c *Staged) Check(ctx context.Context, q Query) Answer {
	var deadline time.Time
	if q.Limits.Timeout > 0 {
		deadline = time.Now().Add(q.Limits.Timeout)
	}
	steps, budget := int64(0), int64(stageFirst)
	for turn := 0; ; turn++ {
		checker := c.cheap
		if turn%2 == 1 {
			checker = c.thorough
		}
		now := Query{Constraints: q.Constraints, Limits: sat.Limits{Timeout: q.Limits.Timeout, Steps: budget}}
		last := false
		if left := q.Limits.Steps - steps; q.Limits.Steps > 0 && left <= budget {
			now.Limits.Steps, last = left, true
		}
		if !deadline.IsZero() {
			if now.Limits.Timeout = time.Until(deadline); now.Limits.Timeout <= 0 {
				c.open++
				return Answer{Reason: ReasonTimeout, Steps: steps}
			}
		}
		a := checker.Check(ctx, now)
		steps += a.Steps
		a.Steps = steps
		switch {
		case a.Verdict != sat.Unknown && turn == 0:
			c.first++
			return a
		case a.Verdict != sat.Unknown:
			c.late++
			return a
		case a.Reason != ReasonSteps || last || ctx.Err() != nil:
			c.open++
			return a
		}
		budget *= stageGrowth
	}
}
