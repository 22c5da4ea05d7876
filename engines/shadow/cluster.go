package shadow

import (
	"cmp"
	"slices"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
)

// Case is an input that shows a difference, as it was tried.
type Case struct {
	Input program.Input  `json:"input"`
	Note  engines.Note   `json:"note"`
	Trial *engines.Trial `json:"trial"`
	// Native is what the versions show natively, if that was asked for.
	Native *engines.Trial `json:"native,omitempty"`
}

// Cluster is a set of cases that look like one and the same difference: the
// versions part at the same place, and what they show differs in the same
// respect and with the same errors.
type Cluster struct {
	At         program.Position   `json:"at"` // where they part; zero for existing tests
	Difference program.Difference `json:"difference"`
	Verdict    Verdict            `json:"verdict"`
	Old        string             `json:"old,omitempty"` // the old version's error, if any
	New        string             `json:"new,omitempty"`
	Count      int                `json:"count"`
	Natively   int                `json:"natively,omitempty"` // of these, cases that differ natively, too
	Shortest   Case               `json:"shortest"`
}

// Clusters groups cases: bugs first, then what is unjudged, then what is
// expected, and of each the clusters with the shortest representative first. What
// is confirmed natively makes a better representative than what is not.
func Clusters(cases []Case) []Cluster {
	type key struct {
		at       program.Position
		d        program.Difference
		v        Verdict
		old, new string
	}
	index := map[key]int{}
	var list []Cluster
	for _, c := range cases {
		k := key{d: c.Trial.Difference, v: Judge(c.Trial), old: errorOf(c.Trial.Old), new: errorOf(c.Trial.New)}
		if d := c.Note.Divergence; d != nil {
			k.at = d.New
		}
		i, ok := index[k]
		if !ok {
			i = len(list)
			index[k] = i
			list = append(list, Cluster{At: k.at, Difference: k.d, Verdict: k.v, Old: k.old, New: k.new, Shortest: c})
		}
		list[i].Count++
		if c.confirmed() {
			list[i].Natively++
		}
		if s := &list[i].Shortest; cmp.Or(confirmedFirst(&c, s), inputSize(&c.Input)-inputSize(&s.Input)) < 0 {
			list[i].Shortest = c
		}
	}
	rank := map[Verdict]int{Bug: 0, Open: 1, Expected: 2}
	slices.SortStableFunc(list, func(a, b Cluster) int {
		return cmp.Or(rank[a.Verdict]-rank[b.Verdict], inputSize(&a.Shortest.Input)-inputSize(&b.Shortest.Input))
	})
	return list
}

// confirmed reports whether the versions differ natively, too.
func (c *Case) confirmed() bool { return c.Native != nil && c.Native.Difference.Counts() }

// confirmedFirst orders cases: those that are confirmed natively come first.
func confirmedFirst(a, b *Case) int {
	switch {
	case a.confirmed() == b.confirmed():
		return 0
	case a.confirmed():
		return -1
	}
	return 1
}

func errorOf(o *program.Outcome) string {
	switch {
	case o.Fault != nil:
		return o.Fault.Pos.String() + ": " + string(o.Fault.Kind)
	case o.Ending == program.Signaled:
		return o.Ending.String()
	}
	return ""
}

// inputSize is the number of bytes of an input, arguments counted one more each.
func inputSize(in *program.Input) int {
	n := len(in.Args) + len(in.Stdin)
	for _, a := range in.Args {
		n += len(a)
	}
	for _, f := range in.Files {
		n += len(f.Data)
	}
	for _, v := range in.Values {
		n += len(v.Data)
	}
	return n
}
