package bitvec

import (
	"context"
	"fmt"

	"github.com/riftlab/rift/sat"
)

// Logger is a Checker that hands every query and its answer to a function,
// after the answer.
type Logger struct {
	next Checker
	log  func(q Query, a Answer)
	n    int64
}

// NewLogger returns a logger before next. The smtlib package has functions
// that write queries as files.
func NewLogger(next Checker, log func(q Query, a Answer)) *Logger {
	return &Logger{next: next, log: log}
}

// Store implements Checker.
func (c *Logger) Store() *Store { return c.next.Store() }

// Counters implements Checker.
func (c *Logger) Counters() []Counter {
	return append([]Counter{{"log.queries", c.n}}, c.next.Counters()...)
}

// Check implements Checker.
func (c *Logger) Check(ctx context.Context, q Query) Answer {
	a := c.next.Check(ctx, q)
	c.n++
	c.log(q, a)
	return a
}

// Validator is a Checker that asks a second checker as well.
type Validator struct {
	next, other            Checker
	disagree               func(q Query, a, b Answer)
	agreed, undecided, bad int64
}

// NewValidator returns a checker that answers as next does and calls disagree
// whenever other decides the opposite, or the core of next turns out to be
// satisfiable. Both check terms of one store.
func NewValidator(next, other Checker, disagree func(q Query, a, b Answer)) *Validator {
	if next.Store() != other.Store() {
		panic("bitvec: NewValidator: checkers of different stores")
	}
	return &Validator{next: next, other: other, disagree: disagree}
}

// Store implements Checker.
func (c *Validator) Store() *Store { return c.next.Store() }

// Counters implements Checker.
func (c *Validator) Counters() []Counter {
	own := []Counter{{"validate.agreed", c.agreed}, {"validate.undecided", c.undecided}, {"validate.disagreed", c.bad}}
	return append(own, c.next.Counters()...)
}

// Check implements Checker.
func (c *Validator) Check(ctx context.Context, q Query) Answer {
	a := c.next.Check(ctx, q)
	b := c.other.Check(ctx, q)
	if a.Verdict == sat.Unsat && b.Verdict == sat.Unsat {
		b = c.other.Check(ctx, Query{Constraints: a.Core, Limits: q.Limits})
	}
	switch {
	case a.Verdict == sat.Unknown || b.Verdict == sat.Unknown:
		c.undecided++
	case a.Verdict == b.Verdict:
		c.agreed++
	default:
		c.bad++
		c.disagree(q, a, b)
	}
	return a
}

// ChainOptions says which layers NewChain puts before the solver.
type ChainOptions struct {
	Solver  SolverOptions
	NoSlice bool // no independence slicing
	NoCache bool // neither models nor cores are cached
	NoStage bool // nothing is simplified as a whole
}

// NewChain returns the usual chain for a symbolic execution: slicing, then
// the core cache, then the model cache, then the stages: the solver that keeps
// what it learns, and behind it, for each independent part of a query, the one
// that simplifies first.
func NewChain(s *Store, opts ChainOptions) Checker {
	var c Checker = NewSolver(s, opts.Solver)
	if !opts.NoStage && s.Rewrites() {
		c = NewStaged(c, NewSlicer(NewOneShot(s, opts.Solver)))
	}
	if !opts.NoCache {
		c = NewCoreCache(NewModelCache(c, 16), 4096)
	}
	if !opts.NoSlice {
		c = NewSlicer(c)
	}
	return c
}

// String returns the answer in one line, for logs.
func (a Answer) String() string {
	if a.Verdict == sat.Unknown {
		return fmt.Sprintf("unknown (%s)", a.Reason)
	}
	return a.Verdict.String()
}
