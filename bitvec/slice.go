package bitvec

import (
	"context"

	"github.com/riftlab/rift/sat"
)

// Slicer is a Checker that splits a query into independent parts, which share
// no variables, and asks the checker below about each. A query that grows
// along a path by one constraint then consists of parts that were asked
// before, and one new one.
type Slicer struct {
	next    Checker
	support map[Term][]Term // of constraints

	queries, parts int64
}

// NewSlicer returns a slicer before next.
func NewSlicer(next Checker) *Slicer {
	return &Slicer{next: next, support: map[Term][]Term{}}
}

// Store implements Checker.
func (c *Slicer) Store() *Store { return c.next.Store() }

// Counters implements Checker.
func (c *Slicer) Counters() []Counter {
	own := []Counter{{"slices.queries", c.queries}, {"slices.parts", c.parts}}
	return append(own, c.next.Counters()...)
}

// Check implements Checker.
func (c *Slicer) Check(ctx context.Context, q Query) Answer {
	c.queries++
	parts := c.split(q.Constraints)
	c.parts += int64(len(parts))
	if len(parts) == 1 {
		return c.next.Check(ctx, q)
	}
	joint := Answer{Verdict: sat.Sat}
	union := NewAssignment()
	// The part with the newest constraint first: it is the one that is new.
	for i := len(parts) - 1; i >= 0; i-- {
		a := c.next.Check(ctx, Query{Constraints: parts[i], Limits: q.Limits})
		joint.Steps += a.Steps
		switch a.Verdict {
		case sat.Unsat:
			return Answer{Verdict: sat.Unsat, Core: a.Core, Steps: joint.Steps}
		case sat.Unknown:
			// Another part may still be contradictory.
			joint.Verdict, joint.Reason = sat.Unknown, a.Reason
		case sat.Sat:
			c.take(union, a.Model, parts[i])
		}
	}
	if joint.Verdict != sat.Sat {
		return joint
	}
	joint.Model = NewModel(c.Store(), union)
	if !joint.Model.HoldsAll(q.Constraints) {
		panic("bitvec: Slicer: joint model does not satisfy the query")
	}
	return joint
}

// take copies the values of the variables of ts from m.
func (c *Slicer) take(a *Assignment, m *Model, ts []Term) {
	s := c.Store()
	for _, t := range ts {
		for _, v := range c.supportOf(t) {
			if s.IsArray(v) {
				a.arrays[v] = m.Array(v)
			} else {
				a.values[v] = m.Value(v)
			}
		}
	}
}

func (c *Slicer) supportOf(t Term) []Term {
	vars, ok := c.support[t]
	if !ok {
		vars = c.Store().Support(t)
		c.support[t] = vars
	}
	return vars
}

// split returns the parts of ts, each in the order of ts, ordered by their
// newest constraint. Constraints without variables form parts of their own.
func (c *Slicer) split(ts []Term) [][]Term {
	parent := make([]int, len(ts))
	find := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	owner := map[Term]int{} // of a variable: a constraint that has it
	for i, t := range ts {
		parent[i] = i
		for _, v := range c.supportOf(t) {
			if j, ok := owner[v]; ok {
				parent[find(j)] = find(i)
			}
			owner[v] = i
		}
	}
	last := map[int]int{} // of a part: its newest constraint
	for i := range ts {
		last[find(i)] = i
	}
	members := make([][]Term, len(ts))
	for i, t := range ts {
		at := last[find(i)]
		members[at] = append(members[at], t)
	}
	var parts [][]Term
	for _, m := range members {
		if len(m) > 0 {
			parts = append(parts, m)
		}
	}
	return parts
}
