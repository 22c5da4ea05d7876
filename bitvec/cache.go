package bitvec

import (
	"context"
	"slices"

	"github.com/riftlab/rift/sat"
)

// ModelCache is a Checker that tries the models of earlier answers before it
// asks the checker below: a query along a path is most often satisfied by the
// model of the query before it.
type ModelCache struct {
	next   Checker
	size   int
	models []*Model // newest last
	hits   int64
	misses int64
}

// NewModelCache returns a cache of the size newest models before next.
func NewModelCache(next Checker, size int) *ModelCache {
	return &ModelCache{next: next, size: max(size, 1)}
}

// Store implements Checker.
func (c *ModelCache) Store() *Store { return c.next.Store() }

// Counters implements Checker.
func (c *ModelCache) Counters() []Counter {
	own := []Counter{{"models.hits", c.hits}, {"models.misses", c.misses}}
	return append(own, c.next.Counters()...)
}

// Check implements Checker.
func (c *ModelCache) Check(ctx context.Context, q Query) Answer {
	// The newest constraint decides most often, so evaluate it first.
	for i, m := range slices.Backward(c.models) {
		if ctx.Err() != nil {
			break // each looks at all of the constraints
		}
		if holdsBackward(m, q.Constraints) {
			c.hits++
			c.models = append(slices.Delete(c.models, i, i+1), m)
			return Answer{Verdict: sat.Sat, Model: m}
		}
	}
	c.misses++
	a := c.next.Check(ctx, q)
	if a.Verdict == sat.Sat {
		if len(c.models) >= c.size {
			c.models = slices.Delete(c.models, 0, 1)
		}
		c.models = append(c.models, a.Model)
	}
	return a
}

func holdsBackward(m *Model, ts []Term) bool {
	for _, t := range slices.Backward(ts) {
		if !m.Holds(t) {
			return false
		}
	}
	return true
}

// CoreCache is a Checker that remembers contradictory and satisfiable sets of
// constraints: a query that contains a known core is contradictory, and one
// that is part of a known satisfiable set has that set's model.
type CoreCache struct {
	next  Checker
	size  int
	cores setIndex
	sats  setIndex

	coreHits, satHits, misses int64
}

// NewCoreCache returns a cache of the size newest sets of either kind before
// next.
func NewCoreCache(next Checker, size int) *CoreCache {
	size = max(size, 1)
	return &CoreCache{next: next, size: size, cores: newSetIndex(size), sats: newSetIndex(size)}
}

// Store implements Checker.
func (c *CoreCache) Store() *Store { return c.next.Store() }

// Counters implements Checker.
func (c *CoreCache) Counters() []Counter {
	own := []Counter{{"cores.hits", c.coreHits}, {"cores.sathits", c.satHits}, {"cores.misses", c.misses}}
	return append(own, c.next.Counters()...)
}

// Check implements Checker.
func (c *CoreCache) Check(ctx context.Context, q Query) Answer {
	set := asSet(q.Constraints)
	if e := c.cores.subsetOf(set); e != nil {
		c.coreHits++
		return Answer{Verdict: sat.Unsat, Core: inOrder(q.Constraints, e.set)}
	}
	if e := c.sats.supersetOf(set); e != nil {
		c.satHits++
		return Answer{Verdict: sat.Sat, Model: NewModel(c.Store(), e.values)}
	}
	c.misses++
	a := c.next.Check(ctx, q)
	switch a.Verdict {
	case sat.Unsat:
		c.cores.add(&setEntry{set: asSet(a.Core)})
	case sat.Sat:
		c.sats.add(&setEntry{set: set, values: a.Model.Assignment()})
	}
	return a
}

// asSet returns ts in ascending order without duplicates.
func asSet(ts []Term) []Term {
	set := slices.Clone(ts)
	slices.Sort(set)
	return slices.Compact(set)
}

// inOrder returns the members of set in the order of ts.
func inOrder(ts, set []Term) []Term {
	var out []Term
	for _, t := range ts {
		if _, ok := slices.BinarySearch(set, t); ok && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// setEntry is a set of constraints with what its model gives the variables if it is
// satisfiable. It does not hold the model, which remembers what was evaluated.
type setEntry struct {
	set    []Term
	values *Assignment
}

// setIndex holds the newest sets, found by their newest member.
type setIndex struct {
	byLast map[Term][]*setEntry
	ring   []*setEntry
	at     int
}

func newSetIndex(size int) setIndex {
	return setIndex{byLast: map[Term][]*setEntry{}, ring: make([]*setEntry, size)}
}

func (x *setIndex) add(e *setEntry) {
	if len(e.set) == 0 {
		return
	}
	if old := x.ring[x.at]; old != nil {
		last := old.set[len(old.set)-1]
		x.byLast[last] = slices.DeleteFunc(x.byLast[last], func(o *setEntry) bool { return o == old })
		if len(x.byLast[last]) == 0 {
			delete(x.byLast, last)
		}
	}
	x.ring[x.at] = e
	x.at = (x.at + 1) % len(x.ring)
	last := e.set[len(e.set)-1]
	x.byLast[last] = append(x.byLast[last], e)
}

// subsetOf returns a set all of whose members are in set: its newest member
// is one of set's.
func (x *setIndex) subsetOf(set []Term) *setEntry {
	for i, t := range slices.Backward(set) {
		for _, e := range slices.Backward(x.byLast[t]) {
			if isSubset(e.set, set[:i+1]) {
				return e
			}
		}
	}
	return nil
}

// supersetOf returns a set with all members of set. Only sets with the same
// newest member are tried, which finds repeated queries and those that drop
// older constraints.
func (x *setIndex) supersetOf(set []Term) *setEntry {
	if len(set) == 0 {
		return nil
	}
	for _, e := range slices.Backward(x.byLast[set[len(set)-1]]) {
		if isSubset(set, e.set) {
			return e
		}
	}
	return nil
}

// isSubset reports whether sorted a is contained in sorted b.
func isSubset(a, b []Term) bool {
	if len(a) > len(b) {
		return false
	}
	for _, t := range a {
		for len(b) > 0 && b[0] < t {
			b = b[1:]
		}
		if len(b) == 0 || b[0] != t {
			return false
		}
	}
	return true
}
