package analysis

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/riftlab/rift/results"
)

// exposer returns a generate task on pair p that exposes some of three known
// errors.
func exposer(e, p string, ids ...string) results.Run {
	r := gen(e, p, len(ids), 9, results.StatusBudget)
	for _, id := range []string{"x", "y", "z"} {
		r.Known = append(r.Known, results.KnownError{ID: id})
	}
	r.Exposed = map[string]*results.Exposure{}
	for _, id := range ids {
		r.Exposed[id] = &results.Exposure{Tests: 1}
	}
	return r
}

// textsOf returns the sentences of conclusions.
func textsOf(list []conclusion) []string {
	var out []string
	for _, c := range list {
		out = append(out, c.text)
	}
	return out
}

// TestComplements: a finds x, b finds y, c finds y and z; nobody finds the z of
// pair q, and d, which did not work on q, takes q out.
func TestComplements(t *testing.T) {
	runs := []results.Run{
		exposer("a", "p", "x"), exposer("b", "p", "y"), exposer("c", "p", "y", "z"),
		exposer("a", "q"), exposer("b", "q", "x"), exposer("c", "q"),
	}
	views := Views(setOf(runs...))
	if len(views) != 2 || views[1].Key != "known" || !views[1].Known {
		t.Fatalf("views %+v", views)
	}
	pairs, v := views[0], views[1]
	want := []Complement{
		{A: "a", B: "b", Pairs: 6, OnlyA: 1, OnlyB: 2, Neither: 3},
		{A: "a", B: "c", Pairs: 6, OnlyA: 1, OnlyB: 2, Neither: 3},
		{A: "b", B: "c", Pairs: 6, OnlyA: 1, OnlyB: 1, Both: 1, Neither: 3},
	}
	if diff := cmp.Diff(want, Complements(v)); diff != "" {
		t.Error(diff)
	}
	want = []Complement{
		{A: "a", B: "b", Pairs: 2, OnlyB: 1, Both: 1}, {A: "a", B: "c", Pairs: 2, Both: 1, Neither: 1}, {A: "b", B: "c", Pairs: 2, OnlyA: 1, Both: 1},
	}
	if diff := cmp.Diff(want, Complements(pairs)); diff != "" {
		t.Error(diff)
	}
	var groups []string
	for _, g := range FoundBy(v) {
		groups = append(groups, fmt.Sprint(g.Engines, g.Pairs))
	}
	wantGroups := []string{"[] [s/q: y s/q: z]", "[a] [s/p: x]", "[b] [s/q: x]", "[b c] [s/p: y]", "[c] [s/p: z]"}
	if diff := cmp.Diff(wantGroups, groups); diff != "" {
		t.Error(diff)
	}
	words := strings.Join(append(textsOf(uniqueWords(v)), complementWords(v)...), "\n")
	for _, s := range []string{
		"On known errors, only b exposes 1 error: s/q: x.",
		"On known errors, no engine exposes 2 errors: s/q: y and q: z.",
		"On known errors, the two engines that find most together are a with b, a with c or b with c: 3 of 6 errors; the best alone finds 2.",
	} {
		if !strings.Contains(words, s) {
			t.Errorf("missing %q in\n%s", s, words)
		}
	}
	v = Views(setOf(append(runs, exposer("d", "p", "x"))...))[1]
	if got := Complements(v); len(got) != 6 || got[0] != (Complement{A: "a", B: "b", Pairs: 6, OnlyA: 1, OnlyB: 2, Neither: 3}) || got[2] != (Complement{A: "a", B: "d", Pairs: 3, Both: 1, Neither: 2}) {
		t.Errorf("%+v", got)
	}
	if views := Views(setOf(gen("a", "p", 1, 1, "done"), gen("b", "p", 1, 1, "done"))); len(views) != 1 {
		t.Errorf("without known errors there are %d views", len(views))
	}
}

// TestCompareCounts: five tasks of a show 6 to 10 differences, five of b 1 to 5:
// the exact two-sided p is 2/252, below .05 on one pair alone.
func TestCompareCounts(t *testing.T) {
	var runs []results.Run
	for i := range 5 {
		for _, e := range []string{"a", "b"} {
			r := gen(e, "p", 1, 100, results.StatusBudget)
			r.Task += fmt.Sprint(i)
			r.Differences = i + 1
			if e == "a" {
				r.Differences += 5
			}
			runs = append(runs, r)
		}
	}
	views := Views(setOf(runs...))
	tests := views[0].countTests(&quantities[1], "a", "b")
	if len(tests) != 1 || tests[0].A12 != 1 || fmt.Sprintf("%.6f", tests[0].P) != "0.007937" {
		t.Errorf("%+v", tests)
	}
	tb := CompareCounts(views)
	for key, want := range map[string]string{"a_more": "1", "b_more": "0", "neither": "0", "median_a": "8", "median_b": "3", "magnitude": "large"} {
		if got := cellOf(t, tb, 1, key).Raw(); got != want {
			t.Errorf("%s = %s, want %s", key, got, want)
		}
	}
	if got := cellOf(t, tb, 0, "neither").Raw(); got != "1" { // the numbers of tests are equal
		t.Errorf("tests: neither = %s", got)
	}
}

// TestSurvivals draws the curve of the 6-MP group of Freireich et al., whose
// estimates stats checks: it ends at 1-.448 after 23 weeks and is drawn to
// week 35, where the last patient was watched.
func TestSurvivals(t *testing.T) {
	var runs []results.Run
	for i, o := range []struct {
		tests int
		event bool
	}{
		{6, true}, {6, true}, {6, true}, {6, false}, {7, true}, {9, false}, {10, true}, {10, false}, {11, false}, {13, true}, {16, true},
		{17, false}, {19, false}, {20, false}, {22, true}, {23, true}, {25, false}, {32, false}, {32, false}, {34, false}, {35, false},
	} {
		r := gen("6-MP", "p", 0, o.tests, results.StatusBudget)
		if o.event {
			r = gen("6-MP", "p", o.tests, o.tests, results.StatusBudget)
		}
		r.Task += fmt.Sprint(i)
		runs = append(runs, r)
	}
	v := Views(setOf(runs...))[0]
	curves, ok := Survivals(v, &Measures[0])
	if !ok || len(curves) != 1 {
		t.Fatalf("%v, %t", curves, ok)
	}
	c := curves[0]
	n := len(c.X) - 1
	if c.X[n] != 35 || c.X[n-1] != 23 || fmt.Sprintf("%.3f", c.Y[n]) != "0.552" || c.Y[0] != 0 {
		t.Errorf("%+v", c)
	}
	if _, ok := Survivals(v, &Measures[2]); ok {
		t.Error("a curve over time where a budget of tests ended tasks")
	}
}
