package results

import (
	"sort"
	"testing"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
	"pgregory.net/rapid"
)

// TestExampleList compares the bounded list with sorting everything: the kept
// inputs must be the best ones, and their counts complete.
func TestExampleList(t *testing.T) {
	classes := []engines.Class{engines.ClassNone, engines.ClassRegression, engines.ClassIncompleteFix, engines.ClassProgression}
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.IntRange(1, 4).Draw(t, "limit")
		inputs := rapid.SliceOfN(rapid.StringMatching(`[ab]{0,3}`), 0, 40).Draw(t, "inputs")
		l := exampleList{limit: limit}
		count := map[string]int{}
		rank := map[string]exampleRank{}
		for _, in := range inputs {
			// The class of an input is a property of the pair.
			tr := &TestRecord{Input: program.Input{Stdin: program.Bytes(in)}, Class: classes[(len(in)*3+len(in)%2)%4]}
			l.offer(&Run{Start: Start{Engine: "e"}}, tr)
			count[in]++
			rank[in] = exampleRank{classRank[tr.Class], inputSize(&tr.Input), tr.Input.Key()}
		}
		var best []string
		for in := range count {
			best = append(best, in)
		}
		sort.Slice(best, func(i, j int) bool { return rank[best[i]].less(rank[best[j]]) })
		best = best[:min(limit, len(best))]
		if len(l.list) != len(best) || l.offered != len(inputs) {
			t.Fatalf("%d examples of %d offers, want %d of %d", len(l.list), l.offered, len(best), len(inputs))
		}
		for i, in := range best {
			if got := string(l.list[i].Test.Input.Stdin); got != in || l.list[i].Found["e"] != count[in] {
				t.Fatalf("example %d: %q found %d times, want %q %d times", i, got, l.list[i].Found["e"], in, count[in])
			}
		}
	})
}
