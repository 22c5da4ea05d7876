package results

import (
	"sort"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
	"pgregory.net/rapid"
)

// TestExampleList compares the bounded list, and the union of two that share the
// offers, with sorting everything: the kept inputs must be the best ones, and
// their counts complete or known not to be.
func TestExampleList(t *testing.T) {
	classes := []engines.Class{engines.ClassNone, engines.ClassRegression, engines.ClassIncompleteFix, engines.ClassProgression}
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.IntRange(1, 4).Draw(t, "limit")
		// An upper case letter stands for an offer with outcomes.
		offers := rapid.SliceOfN(rapid.StringMatching(`[ab]{0,3}|[AB]{1,3}`), 0, 60).Draw(t, "offers")
		l := exampleList{limit: limit}
		parts := [2]exampleList{{limit: limit}, {limit: limit}}
		count := map[string]int{}
		rank := map[string]exampleRank{}
		for _, offer := range offers {
			in := strings.ToLower(offer)
			// The class of an input is a property of the pair.
			tr := &TestRecord{Input: program.Input{Stdin: program.Bytes(in)}, Class: classes[(len(in)*3+len(in)%2)%4]}
			if in != offer {
				tr.Old, tr.New = &program.Outcome{}, &program.Outcome{}
			}
			run := &Run{Start: Start{Engine: "e"}}
			l.offer(run, tr)
			parts[rapid.IntRange(0, 1).Draw(t, "part")].offer(run, tr)
			count[in]++
			r := exampleRank{in == offer, classRank[tr.Class], inputSize(&tr.Input), tr.Input.Key()}
			if old, ok := rank[in]; !ok || r.less(old) {
				rank[in] = r
			}
		}
		var best []string
		for in := range count {
			best = append(best, in)
		}
		sort.Slice(best, func(i, j int) bool { return rank[best[i]].less(rank[best[j]]) })
		best = best[:min(limit, len(best))]
		united := exampleList{limit: limit}
		for i := range parts {
			united.join(&parts[i], map[string]string{"e": "e"})
		}
		for _, l := range []exampleList{l, united} {
			if len(l.list) != len(best) || l.offered != len(offers) {
				t.Fatalf("%d examples of %d offers, want %d of %d", len(l.list), l.offered, len(best), len(offers))
			}
			for i, in := range best {
				x := l.list[i]
				if got := string(x.Test.Input.Stdin); got != in || (x.Test.Old == nil) != rank[in].bare {
					t.Fatalf("example %d: %q, want %q", i, got, in)
				}
				if n := x.Found["e"]; n > count[in] || n < count[in] && !x.AtLeast {
					t.Fatalf("example %d: found %d times (at least: %t), want %d", i, n, x.AtLeast, count[in])
				}
			}
		}
	})
}
