package results

import (
	"slices"
	"sort"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
)

// Example is an input on which the versions of a pair differ.
type Example struct {
	Test *TestRecord
	// Run is where it was found first, in canonical order.
	Task, Engine string
	Seed         uint64
	// Found counts, by engine, the tests that were this very input. If AtLeast
	// there may have been more.
	Found   map[string]int
	AtLeast bool
}

// Examples returns differing inputs of the pair, at most as many as LoadOptions
// allowed, and the number of tests that showed a difference: those with the
// outcomes on record first, among them differential errors, then the shortest
// inputs, every input once.
func (s *Set) Examples(p PairOf) (list []Example, tests int) {
	if l := s.examples[p]; l != nil {
		return l.list, l.offered
	}
	return nil, 0
}

// exampleList keeps the best examples it is offered. The rank of an input
// depends on the input and on whether its outcomes are on record in any offer.
type exampleList struct {
	limit   int
	offered int
	list    []Example
	ranks   []exampleRank // of list, ascending
	lost    bool          // an offer without outcomes was not kept
}

type exampleRank struct {
	bare  bool // without outcomes
	class int
	size  int
	key   string // of the input
}

func (a exampleRank) less(b exampleRank) bool {
	switch {
	case a.bare != b.bare:
		return b.bare
	case a.class != b.class:
		return a.class < b.class
	case a.size != b.size:
		return a.size < b.size
	}
	return a.key < b.key
}

var classRank = map[engines.Class]int{
	engines.ClassRegression:    0,
	engines.ClassIncompleteFix: 1,
	engines.ClassNone:          2,
	engines.ClassNoOracle:      2,
	engines.ClassProgression:   3,
}

func (l *exampleList) offer(run *Run, t *TestRecord) {
	l.offered++
	rank := exampleRank{bare: t.Old == nil || t.New == nil, class: classRank[t.Class], size: inputSize(&t.Input)}
	if l.hopeless(rank) {
		l.lost = l.lost || rank.bare
		return
	}
	rank.key = t.Input.Key()
	found, atLeast := map[string]int{}, l.lost && !rank.bare
	for i := range l.ranks {
		if l.ranks[i].key != rank.key {
			continue
		}
		l.list[i].Found[run.Engine]++
		if !rank.less(l.ranks[i]) {
			return
		}
		// The same input with its outcomes: it takes the better place.
		found, atLeast = l.list[i].Found, l.list[i].AtLeast
		found[run.Engine]--
		l.list, l.ranks = slices.Delete(l.list, i, i+1), slices.Delete(l.ranks, i, i+1)
		break
	}
	found[run.Engine]++
	i := sort.Search(len(l.ranks), func(i int) bool { return rank.less(l.ranks[i]) })
	l.ranks = slices.Insert(l.ranks, i, rank)
	l.list = slices.Insert(l.list, i, Example{Test: t, Task: run.Task, Engine: run.Engine, Seed: run.Seed, Found: found, AtLeast: atLeast})
	if n := l.limit; len(l.list) > n {
		l.lost = l.lost || l.ranks[n].bare
		l.list, l.ranks = l.list[:n], l.ranks[:n]
	}
}

// hopeless reports that an input of this rank, whose key is not known yet, is
// not in the list, whatever its key, and ranks behind the whole of it. Most offers
// end here, without the cost of a key.
func (l *exampleList) hopeless(rank exampleRank) bool {
	n := len(l.ranks)
	if n < l.limit {
		return false
	}
	same := func(r exampleRank) bool { return r.class == rank.class && r.size == rank.size }
	return !slices.ContainsFunc(l.ranks, same) && l.ranks[n-1].less(rank)
}

// inputSize is the number of bytes a reader has to look at.
func inputSize(in *program.Input) int {
	n := len(in.Stdin) + len(in.Args)
	for _, a := range in.Args {
		n += len(a)
	}
	for _, f := range in.Files {
		n += len(f.Name) + len(f.Data)
	}
	for _, e := range in.Env {
		n += len(e)
	}
	for _, v := range in.Values {
		n += len(v.Data)
	}
	return n
}
