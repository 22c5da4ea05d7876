package directed

import (
	"fmt"
	"math/rand/v2"
)

// A *class* is the states that have gone the same steps from target to target, in
// whatever order and however often. With Params.Fair classes take turns, so that
// states which stand before a goal and fork again and again do not keep all others
// from running. It is what is meant by exploring change sequences systematically:
// paths that only realise a known sequence anew get no more than its share.
//
// This goes beyond the published search, which takes the nearest of all states.
type class struct {
	steps string // what classes differ in
	turns int    // how often it was chosen
	place int    // in classes.list; -1 without states
	near  buckets
}

// classes are the classes there are.
type classes struct {
	known map[string]*class
	list  []*class // those with states
	next  map[step]*class
}

// step is a step of a class from one target to another.
type step struct {
	class    *class
	from, to int
}

func newClasses() *classes {
	return &classes{known: map[string]*class{}, next: map[step]*class{}}
}

// of returns the class of some steps.
func (c *classes) of(steps string) *class {
	k := c.known[steps]
	if k == nil {
		k = &class{steps: steps, place: -1}
		c.known[steps] = k
	}
	return k
}

// after returns the class of a state of class k that goes from a target to another.
func (c *classes) after(k *class, from, to int) *class {
	s := step{k, from, to}
	next := c.next[s]
	if next == nil {
		next = c.of(withStep(k.steps, from, to))
		c.next[s] = next
	}
	return next
}

// withStep adds a step to a sorted list of steps, in which each is once.
func withStep(steps string, from, to int) string {
	add := fmt.Sprintf("%06d>%06d ", from+1, to+1)
	for i := 0; i < len(steps); i += len(add) {
		switch s := steps[i : i+len(add)]; {
		case s == add:
			return steps
		case s > add:
			return steps[:i] + add + steps[i:]
		}
	}
	return steps + add
}

// join and leave keep account of an entry of class k.
func (c *classes) join(k *class, e *entry) {
	if k.near.n == 0 {
		k.place = len(c.list)
		c.list = append(c.list, k)
	}
	k.near.join(e)
}

func (c *classes) leave(k *class, e *entry) {
	if k.near.leave(e); k.near.n == 0 {
		last := c.list[len(c.list)-1]
		c.list[k.place] = last
		last.place = k.place
		c.list = c.list[:len(c.list)-1]
		k.place = -1
	}
}

// turn returns the class that had the fewest turns, of several one at random.
func (c *classes) turn(r *rand.Rand) *class {
	best, ties := c.list[0], 1
	for _, k := range c.list[1:] {
		switch {
		case k.turns < best.turns:
			best, ties = k, 1
		case k.turns == best.turns:
			if ties++; r.IntN(ties) == 0 {
				best = k
			}
		}
	}
	best.turns++
	return best
}

// buckets holds entries by distance.
type buckets struct {
	lists   [][]*entry
	n       int
	nearest int // no list before this has entries
}

func (b *buckets) join(e *entry) {
	for len(b.lists) <= e.distance {
		b.lists = append(b.lists, nil)
	}
	list := &b.lists[e.distance]
	e.place = len(*list)
	*list = append(*list, e)
	if b.n == 0 || e.distance < b.nearest {
		b.nearest = e.distance
	}
	b.n++
}

func (b *buckets) leave(e *entry) {
	list := &b.lists[e.distance]
	last := (*list)[len(*list)-1]
	(*list)[e.place] = last
	last.place = e.place
	*list = (*list)[:len(*list)-1]
	b.n--
}

// first returns the entries that are nearest; there is at least one.
func (b *buckets) first() []*entry {
	for len(b.lists[b.nearest]) == 0 {
		b.nearest++
	}
	return b.lists[b.nearest]
}
