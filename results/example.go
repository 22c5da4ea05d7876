package results

import (
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
	// Found counts the tasks by engine that found this very input; a task
	// that tried it twice counts twice.
	Found map[string]int
}

// Examples returns differing inputs of the pair, at most as many as LoadOptions
// allowed, and the number of tests that showed a difference: differential
// errors first, then the shortest inputs, every input once.
func (s *Set) Examples(p PairOf) (list []Example, tests int) {
	if l := s.examples[p]; l != nil {
		return l.list, l.offered
	}
	return nil, 0
}

// exampleList keeps the best examples it is offered. Rank depends on the input
// alone and never changes, so that an input which stays to the end was there
// from its first offer on, and its counts are complete.
type exampleList struct {
	limit   int
	offered int
	list    []Example
	ranks   []exampleRank // of list, ascending
}

type exampleRank struct {
	class int
	size  int
	key   string
}

func (a exampleRank) less(b exampleRank) bool {
	if a.class != b.class {
		return a.class < b.class
	}
	if a.size != b.size {
		return a.size < b.size
	}
	return a.key < b.key
}

var classRank = map[engines.Class]int{
	engines.ClassRegression:    0,
	engines.ClassIncompleteFix: 1,
	engines.ClassNone:          2,
	engines.ClassProgression:   3,
}

func (l *exampleList) offer(run *Run, t *TestRecord) {
	l.offered++
	rank := exampleRank{class: classRank[t.Class], size: inputSize(&t.Input)}
	if n := len(l.ranks); n == l.limit {
		// Most offers end here, without the cost of a key.
		if last := l.ranks[n-1]; rank.class > last.class || rank.class == last.class && rank.size > last.size {
			return
		}
	}
	rank.key = t.Input.Key()
	i := sort.Search(len(l.ranks), func(i int) bool { return !l.ranks[i].less(rank) })
	if i < len(l.ranks) && l.ranks[i] == rank {
		l.list[i].Found[run.Engine]++
		return
	}
	if i == l.limit {
		return
	}
	l.ranks = append(l.ranks, exampleRank{})
	l.list = append(l.list, Example{})
	copy(l.ranks[i+1:], l.ranks[i:])
	copy(l.list[i+1:], l.list[i:])
	l.ranks[i] = rank
	l.list[i] = Example{Test: t, Task: run.Task, Engine: run.Engine, Seed: run.Seed, Found: map[string]int{run.Engine: 1}}
	if len(l.list) > l.limit {
		l.list, l.ranks = l.list[:l.limit], l.ranks[:l.limit]
	}
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
