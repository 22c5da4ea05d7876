package analysis

import (
	"math"
	"strings"
	"testing"

	"github.com/riftlab/rift/results"
)

// stopped returns a task on pair p with the errors x and y that ended as done after
// its 30th test; first says which test was the first to expose each.
func stopped(first map[string]int) results.Run {
	r := gen("e", "p", 2, 30, results.StatusDone)
	r.Known = []results.KnownError{{ID: "x"}, {ID: "y"}}
	r.Exposed = map[string]*results.Exposure{}
	for id, at := range first {
		r.Exposed[id] = &results.Exposure{Tests: 3, First: results.Point{Tests: at}}
	}
	return r
}

// TestKnownErrors: a task tells of each error when it was exposed. One that stopped
// as its last test exposed an error could have exposed the other later; one that
// had nothing left to try could not.
func TestKnownErrors(t *testing.T) {
	for name, c := range map[string]struct {
		first map[string]int
		x, y  float64 // when; negative: censored there
	}{
		"both":           {map[string]int{"x": 7, "y": 30}, 7, 30},
		"told to stop":   {map[string]int{"x": 30}, 30, -30},
		"nothing to try": {map[string]int{"x": 29}, 29, -math.Inf(1)},
		"none":           {nil, -math.Inf(1), -math.Inf(1)},
	} {
		views := Views(setOf(stopped(c.first)))
		if len(views) != 2 || views[0].Known || !views[1].Known {
			t.Fatalf("%s: views %+v", name, views)
		}
		v := views[1]
		if got := join(fullNames(v.Pairs)); got != "s/p: x, s/p: y" {
			t.Errorf("%s: errors %s", name, got)
		}
		for i, want := range []float64{c.x, c.y} {
			if got := VersionPair(v.Pairs[i]); got != views[0].Pairs[0] {
				t.Errorf("%s: error of %v", name, got)
			}
			obs, ok := Measures[0].observations(Difference, v.Cell(v.Pairs[i], "e"))
			if !ok || len(obs) != 1 || obs[0].Event != (want > 0) || obs[0].Time != math.Abs(want) {
				t.Errorf("%s: %s: %+v, want %g", name, v.Pairs[i], obs, want)
			}
		}
		if r := v.Cell(v.Pairs[0], "e")[0]; c.first["x"] > 0 && r.Differences != 3 {
			t.Errorf("%s: %d tests expose x, want 3", name, r.Differences)
		}
		if views[0].Runs("e")[0].First.Tests != 2 {
			t.Errorf("%s: the task itself was changed", name)
		}
	}
}

// TestDetectedWords: engines with the same shares are named together, the best first,
// and tasks that had nothing left to try are told from those that were cut short.
func TestDetectedWords(t *testing.T) {
	exhausted := gen("a", "p", 0, 9, "done")
	exhausted.Exhausted = true
	views := Views(setOf(
		exhausted, gen("a", "q", 0, 9, "budget"), gen("b", "p", 1, 9, "budget"), gen("b", "q", 2, 9, "budget"),
		gen("c", "p", 3, 3, "done"), gen("c", "q", 2, 9, "done"), gen("d", "p", 3, 9, "done"), gen("d", "p", 0, 9, "done"), gen("d", "p", 1, 9, "done"),
	))
	got := strings.ReplaceAll(strings.Join(textsOf(detectedWords(views[0])), "\n"), "\u00a0", " ")
	want := "On real errors (2 pairs), tasks that found a difference: b and c each 2 of 2 (100 %, 95 % CI 34–100 %); " +
		"d 2 of 3 (67 %, 95 % CI 21–94 %), 1 pair at least once; a 0 of 2 (0 %, 95 % CI 0–66 %).\n" +
		"On real errors, some of the other tasks ended with nothing left to try, so that more time would not have helped: 1 of 2 of a.\n" +
		"On real errors, some of the other tasks ended before their budget, though inputs were left: 1 of 1 of d (it does not say why)."
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
