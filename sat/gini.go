package sat

import (
	"context"
	"fmt"
	"time"

	"github.com/irifrance/gini"
	"github.com/irifrance/gini/z"
)

// giniTick is how many propagations gini makes between two looks at its
// control channel, which is the grain of every limit on it.
const giniTick = 20_000

// Gini is the reference backend: gini v1.0.1 behind [Solver].
//
// gini has sharp edges, and this type exists to keep callers away from them.
// It never uses gini's own deadline (a deadline that fired stays set and makes
// a later Solve give up at once), nor its activation literals (recycled
// wrongly), nor its test scopes (Add inside one panics); it never calls gini
// again once the clauses are contradictory (that can end in log.Fatalf and
// kill the process); it copies the model at once (the next Add destroys it)
// and takes from gini's failed literals only what really was an assumption.
//
// Limits are looked at every 20,000 propagations, about 10 ms: a call may
// exceed Limits.Timeout and Limits.Steps by twice that, small queries finish
// before their limit is seen, and where exactly a limit bites can vary from
// run to run. For repeatable step budgets use [CDCL]. Limits.Memory is
// ignored.
//
// Each Solve after new variables costs time linear in all clauses, and each
// Sat linear in all variables and clauses; that is gini's, not ours.
type Gini struct {
	g     *gini.Gini
	vars  int
	dead  bool // the clauses alone are contradictory: g is not to be called
	state Verdict
	model []bool // by variable
	core  []Lit
	stats Stats
}

// NewGini returns an empty solver on gini.
func NewGini() *Gini { return &Gini{g: gini.New()} }

// NewVar implements [Solver].
func (s *Gini) NewVar() Var {
	s.vars++
	if Var(s.vars) > MaxVar {
		panic("sat: NewVar: too many variables")
	}
	if v := s.g.Lit().Var(); v != z.Var(s.vars) {
		panic(fmt.Sprintf("sat: gini numbered variable %d as %d", s.vars, v))
	}
	return Var(s.vars)
}

// NumVars implements [Solver].
func (s *Gini) NumVars() int { return s.vars }

// AddClause implements [Solver].
func (s *Gini) AddClause(lits ...Lit) {
	checkLits("AddClause", lits, s.vars)
	s.stats.Clauses++
	if s.dead {
		return
	}
	if len(lits) == 0 {
		s.dead = true
		return
	}
	for _, l := range lits {
		s.g.Add(z.Lit(l))
	}
	s.g.Add(z.LitNull)
}

// Solve implements [Solver].
func (s *Gini) Solve(ctx context.Context, limits Limits, assumptions ...Lit) Result {
	checkLits("Solve", assumptions, s.vars)
	s.core = s.core[:0]
	res := s.solve(ctx, limits, assumptions)
	s.state = res.Verdict
	s.stats.record(res)
	return res
}

func (s *Gini) solve(ctx context.Context, limits Limits, assumptions []Lit) Result {
	if ctx.Err() != nil {
		return Result{Reason: reasonOf(ctx)}
	}
	if s.dead {
		return Result{Verdict: Unsat}
	}
	for _, l := range assumptions {
		s.g.Assume(z.Lit(l))
	}
	answer, steps, reason := s.run(ctx, limits)
	switch answer {
	case 1:
		s.copyModel()
		return Result{Verdict: Sat, Steps: steps}
	case -1:
		s.copyCore(assumptions)
		s.forgetConflict()
		return Result{Verdict: Unsat, Steps: steps}
	}
	return Result{Reason: reason, Steps: steps}
}

// run solves in a goroutine of gini's and meets it at each tick: Pause returns
// either because the solver reached one or because it finished.
func (s *Gini) run(ctx context.Context, limits Limits) (answer int, steps int64, reason Reason) {
	start := time.Now()
	running := s.g.GoSolve()
	for {
		answer, paused := running.Pause()
		if !paused {
			return answer, steps, ReasonNone
		}
		running.Unpause()
		steps += giniTick
		switch {
		case ctx.Err() != nil:
			reason = reasonOf(ctx)
		case limits.Steps > 0 && steps >= limits.Steps:
			reason = ReasonSteps
		case limits.Timeout > 0 && time.Since(start) >= limits.Timeout:
			reason = ReasonTimeout
		default:
			continue
		}
		return running.Stop(), steps, reason
	}
}

func (s *Gini) copyModel() {
	if cap(s.model) <= s.vars {
		s.model = make([]bool, s.vars+1, 2*s.vars+2)
	}
	s.model = s.model[:s.vars+1]
	for v := 1; v <= s.vars; v++ {
		s.model[v] = s.g.Value(z.Lit(Var(v).Pos()))
	}
}

// copyCore keeps those of gini's failed literals that were assumed. gini has
// been seen to name others; what remains is then no proof, and all assumptions
// are the only core that is certain. No failed literal at all means that the
// clauses are contradictory by themselves.
func (s *Gini) copyCore(assumptions []Lit) {
	why := s.g.Why(nil)
	if len(why) == 0 {
		s.dead = true
		return
	}
	assumed := make(map[Lit]bool, len(assumptions))
	for _, l := range assumptions {
		assumed[l] = true
	}
	failed := make(map[Lit]bool, len(why))
	for _, m := range why {
		if !assumed[Lit(m)] {
			failed = assumed
			break
		}
		failed[Lit(m)] = true
	}
	s.core = inOrder(s.core, assumptions, failed)
}

// forgetConflict makes gini drop the conflict of an Unsat under assumptions. Its
// next Solve would otherwise resolve that conflict first, and if this ends in a
// contradiction at level 0 it asserts a literal 0, goes on with a corrupt trail
// and finally kills the process over a bad model. Adding a clause drops the
// conflict, and a tautology is not even stored.
func (s *Gini) forgetConflict() {
	if s.dead {
		return
	}
	s.g.Add(z.Lit(Var(1).Pos()))
	s.g.Add(z.Lit(Var(1).Neg()))
	s.g.Add(z.LitNull)
}

// inOrder appends to dst each assumption in set once, by first occurrence. It
// empties set.
func inOrder(dst, assumptions []Lit, set map[Lit]bool) []Lit {
	for _, l := range assumptions {
		if set[l] {
			dst = append(dst, l)
			delete(set, l)
		}
	}
	return dst
}

// Value implements [Solver].
func (s *Gini) Value(l Lit) bool {
	requireState("Value", s.state, Sat)
	checkLit("Value", l, s.vars)
	if int(l.Var()) >= len(s.model) {
		return l.IsNeg()
	}
	return s.model[l.Var()] != l.IsNeg()
}

// Core implements [Solver].
func (s *Gini) Core() []Lit {
	requireState("Core", s.state, Unsat)
	return append([]Lit(nil), s.core...)
}

// Stats implements [Solver].
func (s *Gini) Stats() Stats {
	st := s.stats
	st.Vars = s.vars
	return st
}
