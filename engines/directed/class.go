package directed

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// A *class* is the states that have gone the same steps from target to target, in
// whatever order and however often; its *level* is the number of steps. With
// Params.Fair classes take turns, so that states which stand before a goal and fork
// again and again do not keep all others from running. It is what is meant by
// exploring change sequences systematically: paths that only realise a known sequence
// anew get no more than its share.
//
// Levels share the time as 1 : 1/2 : 1/3 and so on, from the one that has reached
// nothing, and the classes of a level equally. Shares are kept as fair queueing does:
// who comes late starts where the others are.
//
// This goes beyond the published search, which takes the nearest of all states.
type class struct {
	steps string // what classes differ in
	turns int    // how often it was chosen
	level *level
	place int // in level.list; -1 without states
	near  buckets
}

// level is the classes with states of one number of steps.
type level struct {
	number int
	used   int // time, each turn counting number + 1
	now    int // turns of the class chosen last
	list   []*class
}

// classes are the classes there are.
type classes struct {
	known  map[string]*class
	next   map[step]*class
	levels []*level
	now    int // time of the level chosen last
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
		n := len(steps) / stepSize
		for len(c.levels) <= n {
			c.levels = append(c.levels, &level{number: len(c.levels)})
		}
		k = &class{steps: steps, place: -1, level: c.levels[n]}
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

// stepSize is the length of what withStep adds.
const stepSize = len("000001>000002 ")

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
	if l := k.level; k.near.n == 0 {
		if len(l.list) == 0 {
			l.used = max(l.used, c.now)
		}
		k.turns = max(k.turns, l.now)
		k.place = len(l.list)
		l.list = append(l.list, k)
	}
	k.near.join(e)
}

func (c *classes) leave(k *class, e *entry) {
	if k.near.leave(e); k.near.n == 0 {
		l := k.level
		last := l.list[len(l.list)-1]
		l.list[k.place] = last
		last.place = k.place
		l.list = l.list[:len(l.list)-1]
		k.place = -1
	}
}

// turn returns the class whose turn it is; of several equal ones one at random.
func (c *classes) turn(r *rand.Rand) *class {
	var l *level
	for _, x := range c.levels {
		if len(x.list) > 0 && (l == nil || x.used < l.used) {
			l = x
		}
	}
	c.now = l.used
	l.used += l.number + 1
	best, ties := l.list[0], 1
	for _, k := range l.list[1:] {
		switch {
		case k.turns < best.turns:
			best, ties = k, 1
		case k.turns == best.turns:
			if ties++; r.IntN(ties) == 0 {
				best = k
			}
		}
	}
	l.now = best.turns
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

// victims returns about n entries to be dropped, of the classes with most of them,
// so that all that are left have about the same number, but at least one. Of a class
// those that have forked most often go first: others stand for more paths.
func (c *classes) victims(n int) []*entry {
	var list []*class
	for _, l := range c.levels {
		list = append(list, l.list...)
	}
	slices.SortFunc(list, func(a, b *class) int {
		return cmp.Or(cmp.Compare(b.near.n, a.near.n), strings.Compare(a.steps, b.steps))
	})
	keep := 1
	surplus := func(keep int) (total int) {
		for _, k := range list {
			total += max(0, k.near.n-keep)
		}
		return total
	}
	for surplus(2*keep) >= n {
		keep *= 2
	}
	var out []*entry
	for _, k := range list {
		if k.near.n <= keep || len(out) >= n {
			break
		}
		all := slices.Concat(k.near.lists...)
		slices.SortFunc(all, func(a, b *entry) int {
			return cmp.Or(cmp.Compare(b.state.Forks, a.state.Forks), cmp.Compare(b.state.ID, a.state.ID))
		})
		out = append(out, all[:min(len(all)-keep, n-len(out))]...)
	}
	return out
}
