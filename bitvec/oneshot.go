package bitvec

import (
	"context"
	"time"

	"github.com/riftlab/rift/sat"
)

// OneShot is the Checker for queries that have nothing to do with each other:
// it simplifies each, merges equal terms and solves it by a fresh SAT solver. Merging takes
// up to about an eighth of a limit of steps beside it, and of a time limit its own share.
// The core of an unsatisfiable query is all of it.
type OneShot struct {
	s       *Store
	solver  *Solver
	product *Solver // for queries with products of variables

	queries, decided, eliminated, merged int64

	opts SolverOptions
}

// NewOneShot returns a checker of terms of s. opts.Fresh is implied.
//
// Unless opts says otherwise, queries with a product or quotient of variables
// go through sat.NewSimplifier: measured on the families of the benchmarks it
// finds factors ten times faster and costs up to half of the time elsewhere.
func NewOneShot(s *Store, opts SolverOptions) *OneShot {
	opts.Fresh = true
	c := &OneShot{s: s, opts: opts, solver: NewSolver(s, opts)}
	if opts.NewSAT == nil {
		opts.NewSAT = func() sat.Solver {
			return sat.NewSimplifier(sat.NewCDCL(sat.CDCLOptions{}), sat.SimplifyOptions{})
		}
	}
	c.product = NewSolver(s, opts)
	return c
}

// nonlinear reports whether a product or quotient of two terms that are no
// constants occurs in ts.
func (s *Store) nonlinear(ts []Term) bool {
	for _, t := range s.postorder(ts...) {
		switch n := &s.nodes[t]; n.kind {
		case KindMul, KindUDiv, KindURem:
			if !s.isConst(n.args[0]) && !s.isConst(n.args[1]) {
				return true
			}
		}
	}
	return false
}

// Store implements Checker.
func (c *OneShot) Store() *Store { return c.s }

// Counters implements Checker.
func (c *OneShot) Counters() []Counter {
	own := []Counter{{"oneshot.queries", c.queries}, {"oneshot.decided", c.decided}, {"oneshot.eliminated", c.eliminated}, {"oneshot.merged", c.merged}}
	below := c.solver.Counters()
	for i, x := range c.product.Counters() { // the same names in the same order
		below[i].Value += x.Value
	}
	return append(own, below...)
}

// Check implements Checker.
func (c *OneShot) Check(ctx context.Context, q Query) Answer {
	c.s.formula("Check", q.Constraints...)
	c.queries++
	p := c.s.Simplify(ctx, q.Constraints)
	left, extend := p.Constraints, p.Model
	limits := q.Limits
	begin := time.Now()
	swept, merged, steps := c.sweep(ctx, left, limits)
	if merged {
		// A query of which most is left is as hard as before, or harder: what was merged
		// is spelled as one of the two was.
		if again := c.s.Simplify(ctx, swept); 2*len(c.s.postorder(again.Constraints...)) <= len(c.s.postorder(left...)) {
			left, extend = again.Constraints, func(m *Model) *Model { return p.Model(again.Model(m)) }
		}
	}
	if limits.Timeout > 0 {
		limits.Timeout = max(1, limits.Timeout-time.Since(begin))
	}
	c.eliminated += int64(p.Eliminated)
	a := Answer{Verdict: sat.Sat, Model: NewModel(c.s, NewAssignment())}
	switch {
	case len(left) == 0:
		c.decided++
	case len(left) == 1 && c.s.isZero(left[0]):
		c.decided++
		a = Answer{Verdict: sat.Unsat}
	default:
		solver := c.solver
		if c.s.nonlinear(left) {
			solver = c.product
		}
		a = solver.Check(ctx, Query{Constraints: left, Limits: limits})
	}
	a.Steps += steps
	switch a.Verdict {
	case sat.Unsat:
		a.Core = append([]Term(nil), q.Constraints...)
	case sat.Sat:
		a.Model = extend(a.Model)
		if !a.Model.HoldsAll(q.Constraints) {
			panic("bitvec: OneShot: extended model does not satisfy the query")
		}
	}
	return a
}

// The steps that sweeping may take where there is no limit, and the part of a limit that
// it may take beside the search.
const (
	sweepSteps = 400_000
	sweepShare = 8
)

// sweep merges equal terms of ts within a small limit. It returns what is left, whether
// that is not ts, and the steps that it took.
func (c *OneShot) sweep(ctx context.Context, ts []Term, limits sat.Limits) ([]Term, bool, int64) {
	if c.s.raw || len(ts) == 0 || c.s.isConst(ts[0]) {
		return ts, false, 0
	}
	steps := int64(sweepSteps)
	if limits.Steps > 0 {
		steps = min(steps, limits.Steps/sweepShare)
	}
	if limits.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limits.Timeout/sweepShare)
		defer cancel()
	}
	out, merged, spent := c.s.sweep(ctx, c.opts, ts, steps)
	c.merged += merged
	return out, merged > 0, spent
}
