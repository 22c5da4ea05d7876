package bitvec

import (
	"context"
	"fmt"
	"slices"

	"github.com/riftlab/rift/sat"
)

// Session is the incremental view of a Checker: a stack of constraints.
type Session struct {
	c      Checker
	terms  []Term
	names  []string // "" for a constraint without a name
	frames []int    // len(terms) at each Push
}

// NewSession returns an empty session on c. Several sessions may share a
// checker, whose caches then serve all of them.
func NewSession(c Checker) *Session { return &Session{c: c} }

// Push opens a frame.
func (s *Session) Push() { s.frames = append(s.frames, len(s.terms)) }

// Pop closes the n newest frames and drops their constraints. It panics if
// there are fewer.
func (s *Session) Pop(n int) {
	if n < 0 || n > len(s.frames) {
		panic(fmt.Sprintf("bitvec: Pop: %d of %d frames", n, len(s.frames)))
	}
	if n == 0 {
		return
	}
	keep := s.frames[len(s.frames)-n]
	s.frames = s.frames[:len(s.frames)-n]
	s.terms, s.names = s.terms[:keep], s.names[:keep]
}

// Depth returns the number of open frames.
func (s *Session) Depth() int { return len(s.frames) }

// Assert adds the formula t to the newest frame.
func (s *Session) Assert(t Term) { s.AssertNamed("", t) }

// AssertNamed adds the formula t under a name for cores.
func (s *Session) AssertNamed(name string, t Term) {
	s.c.Store().formula("Assert", t)
	s.terms = append(s.terms, t)
	s.names = append(s.names, name)
}

// Constraints returns what is asserted, oldest first; the slice is the
// caller's.
func (s *Session) Constraints() []Term { return slices.Clone(s.terms) }

// Check decides the asserted constraints together with assumptions, which
// hold for this call only.
func (s *Session) Check(ctx context.Context, limits sat.Limits, assumptions ...Term) Answer {
	all := append(slices.Clone(s.terms), assumptions...)
	return s.c.Check(ctx, Query{Constraints: all, Limits: limits})
}

// CoreNames returns the names of the constraints that are in core, oldest
// first. Constraints without a name are left out.
func (s *Session) CoreNames(core []Term) []string {
	var names []string
	for i, t := range s.terms {
		if s.names[i] != "" && slices.Contains(core, t) {
			names = append(names, s.names[i])
		}
	}
	return names
}

// Minimize removes constraints from core, a contradictory set, as long as the
// rest stays contradictory, trying each once from the last to the first; fixed
// constraints are not up for removal. It makes at most checks queries and
// stops early when ctx is done; minimal reports that every remaining
// constraint was found necessary.
//
// Each success replaces the core by the one the checker returns, so far fewer
// queries than constraints are usual.
func Minimize(ctx context.Context, c Checker, core, fixed []Term, limits sat.Limits, checks int) (rest []Term, minimal bool) {
	rest = slices.Clone(core)
	needed := map[Term]bool{}
	for _, t := range fixed {
		needed[t] = true
	}
	minimal = true
	for i := len(rest) - 1; i >= 0; i-- {
		if i >= len(rest) || needed[rest[i]] {
			continue
		}
		if checks <= 0 || ctx.Err() != nil {
			return rest, false
		}
		checks--
		without := slices.Delete(slices.Clone(rest), i, i+1)
		switch a := c.Check(ctx, Query{Constraints: without, Limits: limits}); a.Verdict {
		case sat.Unsat:
			keep := a.Core
			rest = slices.DeleteFunc(without, func(t Term) bool {
				return !slices.Contains(keep, t) && !slices.Contains(fixed, t)
			})
			i = min(i, len(rest))
		case sat.Sat:
			needed[rest[i]] = true
		default:
			minimal = false
		}
	}
	return rest, minimal
}

// Enumerate finds the models of q that differ in vars, bit-vector variables
// or other terms, and calls yield for each until it returns false. The answer
// is that of the last query: Unsat when there are no more models.
func Enumerate(ctx context.Context, c Checker, q Query, vars []Term, yield func(*Model) bool) Answer {
	s := c.Store()
	constraints := slices.Clone(q.Constraints)
	for {
		a := c.Check(ctx, Query{Constraints: constraints, Limits: q.Limits})
		if a.Verdict != sat.Sat || !yield(a.Model) {
			return a
		}
		same := s.True()
		for _, v := range vars {
			same = s.And(same, s.Eq(v, s.Value(a.Model.Value(v))))
		}
		constraints = append(constraints, s.Not(same))
	}
}
