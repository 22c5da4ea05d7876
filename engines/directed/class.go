package directed

import (
	"cmp"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/riftlab/rift/engines/symexec"
)

// A *class* is the states that have gone the same steps from target to target, in
// whatever order, and equally often as far as most tells. With Params.Fair classes
// take turns, so that states which stand before a goal and fork again and again do
// not keep all others from running. It is what is meant by exploring change sequences systematically:
// paths that only realise a known sequence anew get no more than its share.
//
// The share of a class falls with the number of its steps, and with the number of
// its states that have reached a goal: of what was tested often, less is tested
// still. Shares are kept as fair queueing does: who comes late starts where the
// others are.
//
// This goes beyond the published search, which takes the nearest of all states.
type class struct {
	steps string // what classes differ in
	used  int    // time, of which a turn takes cost
	ended int    // states that reached a goal
	place int    // in classes.list; -1 without states
	n     int    // states
	ranks [ranks]buckets
}

// halved is the number of states that have reached a goal with which the share of a
// class is half of what it was.
const halved = 16

// cost is the time of a turn, in 1/halved.
func (k *class) cost() int { return (1 + len(k.steps)/stepSize) * (halved + k.ended) }

// classes are the classes there are.
type classes struct {
	known map[string]*class
	next  map[step]*class
	list  []*class // those with states
	now   int      // time of the class chosen last
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

// stepSize is the length of what withStep adds.
const stepSize = len("000001>000002 ")

// most is how often a step is counted: the third operand of a command is another
// thing than the second, but the tenth turn of a loop is as the fourth.
const most = 3

// withStep adds a step to a sorted list of steps, in which each is so often at most.
func withStep(steps string, from, to int) string {
	add := fmt.Sprintf("%06d>%06d ", from+1, to+1)
	i, times := 0, 0
	for ; i < len(steps) && steps[i:i+len(add)] <= add; i += len(add) {
		if steps[i:i+len(add)] == add {
			times++
		}
	}
	if times >= most {
		return steps
	}
	return steps[:i] + add + steps[i:]
}

// join and leave keep account of an entry of class k.
func (c *classes) join(k *class, e *entry) {
	if k.n == 0 {
		k.used = max(k.used, c.now)
		k.place = len(c.list)
		c.list = append(c.list, k)
	}
	k.n++
	e.rank = e.line.rank()
	k.ranks[e.rank].join(e)
	e.line.join(e)
}

func (c *classes) leave(k *class, e *entry) {
	k.ranks[e.rank].leave(e)
	e.line.leave(e)
	if k.n--; k.n == 0 {
		last := c.list[len(c.list)-1]
		c.list[k.place] = last
		last.place = k.place
		c.list = c.list[:len(c.list)-1]
		k.place = -1
	}
}

// turn returns the class whose turn it is; of several equal ones one at random.
func (c *classes) turn(r *rand.Rand) *class {
	best, ties := c.list[0], 1
	for _, k := range c.list[1:] {
		switch {
		case k.used < best.used:
			best, ties = k, 1
		case k.used == best.used:
			if ties++; r.IntN(ties) == 0 {
				best = k
			}
		}
	}
	c.now = best.used
	best.used += best.cost()
	return best
}

// some returns the states, of which there are some, of the lines of the lowest rank
// that there is; if they take turns, half of the time those of the next instead, half
// of that time those of the next but one, and so on.
func (k *class) some(turns bool, r *rand.Rand) *buckets {
	var last *buckets
	for i := range k.ranks {
		if k.ranks[i].n > 0 {
			if last = &k.ranks[i]; !turns || r.IntN(2) == 0 {
				break
			}
		}
	}
	return last
}

// all returns the states of a class.
func (k *class) all() []*entry {
	var list []*entry
	for i := range k.ranks {
		list = slices.Concat(list, slices.Concat(k.ranks[i].lists...))
	}
	return list
}

// A *line* is the states of a class that descend from one which entered it, and
// differ in what came after. Within a class those lines come first that reached the
// fewest goals: another way to get into a class is worth more than another way on, of
// which loops over the input make most of all paths.
//
// In a systematic search a line stems from the line that the state which entered was
// of before, and the goals of its origins count too: a way whose early part is new
// comes before one that differs from others in the end.
type line struct {
	from    *line // nil if it stems from none
	ended   int   // states that reached a goal, of this line and of those that stem from it
	members []*entry
	lines   []*line // that stem from it and have states, or lines that have
	place   int     // in from.lines
}

// ranks is how many ranks are told apart.
const ranks = 64

// rank is the sum of the numbers of goals, each by its number of bits, of the line and
// of its origins.
func (l *line) rank() (sum int) {
	for ; l != nil; l = l.from {
		sum += bits.Len(uint(l.ended))
	}
	return min(sum, ranks-1)
}

func (l *line) join(e *entry) {
	e.member = len(l.members)
	fresh := l.empty()
	l.members = append(l.members, e)
	for ; fresh && l.from != nil; l = l.from {
		l.place = len(l.from.lines)
		fresh = l.from.empty()
		l.from.lines = append(l.from.lines, l)
	}
}

func (l *line) leave(e *entry) {
	last := l.members[len(l.members)-1]
	l.members[e.member] = last
	last.member = e.member
	l.members = l.members[:len(l.members)-1]
	for ; l.from != nil && l.empty(); l = l.from {
		list := l.from.lines
		last := list[len(list)-1]
		list[l.place] = last
		last.place = l.place
		l.from.lines = list[:len(list)-1]
	}
}

func (l *line) empty() bool { return len(l.members) == 0 && len(l.lines) == 0 }

// end counts a state of a line of class k that reached a goal.
func (k *class) end(l *line) {
	k.ended++
	var top *line // above which no rank changes
	for ; l != nil; l = l.from {
		was := bits.Len(uint(l.ended))
		if l.ended++; bits.Len(uint(l.ended)) != was {
			top = l
		}
	}
	if top != nil {
		top.refresh()
	}
}

// refresh moves the states of a line, and of those that stem from it, to the ranks
// that these have now.
func (l *line) refresh() {
	rank := l.rank()
	for _, e := range l.members {
		e.class.ranks[e.rank].leave(e)
		e.rank = rank
		e.class.ranks[rank].join(e)
	}
	for _, k := range l.lines {
		k.refresh()
	}
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

// at returns entry i of all.
func (b *buckets) at(i int) *entry {
	for _, list := range b.lists[b.nearest:] {
		if i < len(list) {
			return list[i]
		}
		i -= len(list)
	}
	panic("directed: buckets lost an entry")
}

// victims returns about n entries to be dropped, of the classes with most of them,
// so that all that are left have about the same number, but at least one. Of a class
// the longest go first: others stand for more paths. If no class has two, those with
// the smallest share lose theirs: what fills the memory then is no longer the states,
// and a search that ends for that begins anew.
func (c *classes) victims(n int, shorter func(a, b *symexec.State) bool) []*entry {
	list := slices.SortedFunc(slices.Values(c.list), func(a, b *class) int {
		return cmp.Or(cmp.Compare(b.n, a.n), strings.Compare(a.steps, b.steps))
	})
	keep := 1
	surplus := func(keep int) (total int) {
		for _, k := range list {
			total += max(0, k.n-keep)
		}
		return total
	}
	for surplus(2*keep) >= n {
		keep *= 2
	}
	var out []*entry
	for _, k := range list {
		if k.n <= keep || len(out) >= n {
			break
		}
		all := k.all()
		slices.SortFunc(all, func(a, b *entry) int {
			switch {
			case shorter(b.state, a.state):
				return -1
			case shorter(a.state, b.state):
				return 1
			}
			return cmp.Compare(b.state.ID, a.state.ID)
		})
		out = append(out, all[:min(len(all)-keep, n-len(out))]...)
	}
	if len(out) > 0 {
		return out
	}
	slices.SortStableFunc(list, func(a, b *class) int { return cmp.Compare(b.cost(), a.cost()) })
	for _, k := range list[:min(n, len(list))] {
		out = append(out, k.all()...)
	}
	return out
}
