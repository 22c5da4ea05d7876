package outcome

import (
	"cmp"
	"context"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/constraints"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/sat"
)

// Undecided is why a pair is open of which the solver did not decide something.
const Undecided = "pairs of paths of which the solver did not decide whether they show the same"

// maxCases bounds the cases of lengths of text in which two paths are compared.
const maxCases = 64

// Comparer compares what paths of two versions show, as terms over the same variables.
type Comparer struct {
	Terms  *expr.Builder
	Solver *constraints.Solver
	Rule   program.Equivalence
}

// Compare looks for an input of path, the path condition of both outcomes, on which they
// show different things, and gives path the model that says so; open says why it is not
// known whether there is one. Text of varying length that the versions put together in
// different ways is compared for each of its lengths.
func (c *Comparer) Compare(ctx context.Context, a, b *Outcome, path *constraints.PathCondition) (differ bool, open string) {
	waiting := []constraints.PathCondition{*path}
	for range maxCases {
		pc := waiting[len(waiting)-1].Clone()
		waiting = waiting[:len(waiting)-1]
		d := &comparison{ctx: ctx, terms: c.Terms, solver: c.Solver, rule: c.Rule, path: &pc}
		for {
			if d.shownDiffer(a, b) {
				*path = pc
				return true, ""
			}
			may, length := d.mayDiffer(a, b)
			if length == 0 {
				differ, why := d.decideDiffer(a, b, may)
				if differ {
					*path = pc
					return true, ""
				}
				if open != Undecided {
					open = cmp.Or(why, open)
				}
				break
			}
			switch verdict, model := c.Solver.Hint(ctx, &pc, c.Terms.Not(length)); verdict {
			case sat.Sat:
				w := pc.Clone()
				c.Solver.SetModel(&w, model)
				c.Solver.Add(&w, c.Terms.Not(length))
				waiting = append(waiting, w)
			case sat.Unknown:
				open = Undecided // how long a text is
			}
			c.Solver.Add(&pc, length)
		}
		if len(waiting) == 0 {
			return false, open
		}
	}
	return false, "pairs of paths with text of too many lengths"
}

// comparison is a comparison under one path condition.
type comparison struct {
	ctx    context.Context
	terms  *expr.Builder
	solver *constraints.Solver
	rule   program.Equivalence
	path   *constraints.PathCondition
}

// eval returns the value of a term under the model.
func (c *comparison) eval(t bitvec.Term) uint64 { return c.solver.Eval(c.path, t) }

// decideDiffer asks whether two outcomes can be different; open says why that is not
// known.
func (c *comparison) decideDiffer(a, b *Outcome, may bitvec.Term) (differ bool, open string) {
	if may == c.terms.False() {
		return false, ""
	}
	verdict, model := c.solver.Hint(c.ctx, c.path, may)
	switch verdict {
	case sat.Unsat:
		return false, ""
	case sat.Unknown:
		return false, Undecided
	}
	c.solver.SetModel(c.path, model)
	if !c.shownDiffer(a, b) {
		return false, "pairs of paths of which some show the same by other bytes, and others may not"
	}
	return true, ""
}

// shownDiffer reports whether two outcomes are different under the model.
func (c *comparison) shownDiffer(a, b *Outcome) bool {
	x, y := a.Under(c.eval), b.Under(c.eval)
	return c.rule.Differ(&x, &y).Counts()
}
