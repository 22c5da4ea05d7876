package analysis

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/internal/synthetic"
	"github.com/riftlab/rift/results/stats"
	"github.com/riftlab/rift/results/table"
)

var update = flag.Bool("update", false, "rewrite the golden file")

func synth(t *testing.T) *results.Set {
	t.Helper()
	dir := t.TempDir()
	if err := synthetic.Write(dir, synthetic.Small); err != nil {
		t.Fatal(err)
	}
	f, err := results.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	set, err := f.Load(t.Context(), results.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// TestGolden has all tables and conclusions of the synthetic folder.
func TestGolden(t *testing.T) {
	set := synth(t)
	views := Views(set)
	var buf bytes.Buffer
	for _, tb := range []*table.Table{
		Overview(set, views), Equal(views), PerPair(views), ExplainOverview(set), Explanations(set),
		CompareDetection(views), CompareSpeed(views), ComparePairs(views), Ranks(views), Found(views), Unique(views),
		CompareCounts(views), Complementarity(views),
		Outcomes(set), Reasons(set), Costs(set), Requirements(set),
	} {
		if err := tb.WriteText(&buf, table.TextOptions{}); err != nil {
			t.Fatal(err)
		}
		buf.WriteByte('\n')
	}
	if err := table.WriteParagraphs(&buf, "Conclusions", Conclusions(set, views), table.TextOptions{}); err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join("testdata", "synthetic.txt")
	if *update {
		if err := os.WriteFile(golden, buf.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), buf.String()); diff != "" {
		t.Errorf("(-golden +got):\n%s", diff)
	}
}

// gen returns a generate task on pair p of engine e; it detects after found
// tests, or not if found is 0, and ends after tests tests.
func gen(e, p string, found, tests int, status results.Status) results.Run {
	r := results.Run{
		Task:  fmt.Sprintf("%s/%s/%d/%d", e, p, found, tests),
		Start: results.Start{Subject: "s", Pair: p, Engine: e, Kind: string(engines.Generate)},
		End:   results.End{Status: status, Tests: tests, Steps: int64(tests) * 10},
	}
	if found > 0 {
		r.First, r.Differences = &results.Point{Tests: found, Steps: int64(found) * 10}, 1
	}
	return r
}

// setOf makes a set of tasks of subject "s".
func setOf(runs ...results.Run) *results.Set {
	set := &results.Set{Runs: runs}
	pairs, names := map[string]bool{}, map[string]bool{}
	for _, r := range runs {
		pairs[r.Pair], names[r.Engine] = true, true
	}
	for _, p := range sortedKeys(pairs) {
		set.Pairs = append(set.Pairs, results.PairOf{Subject: "s", Pair: p})
	}
	set.Engines = sortedKeys(names)
	return set
}

func cellOf(t *testing.T, tb *table.Table, row int, key string) table.Cell {
	t.Helper()
	for i, c := range tb.Columns {
		if c.Key == key {
			return tb.Rows[row].Cells[i]
		}
	}
	t.Fatalf("no column %s", key)
	return table.Cell{}
}

// TestCensoring checks how tasks without a difference enter the median: those
// that their budget ended are censored there, others stay to the end.
func TestCensoring(t *testing.T) {
	for _, c := range []struct {
		name string
		runs []results.Run
		want string
	}{
		{"all detect", []results.Run{gen("e", "p", 2, 9, "budget"), gen("e", "p", 4, 9, "budget"), gen("e", "p", 6, 9, "budget")}, "4"},
		// Of 5 at risk one detects at 2, then two are censored, one of 2 detects at 4: S = 4/5 * 1/2.
		{"early budget", []results.Run{gen("e", "p", 2, 9, "budget"), gen("e", "p", 0, 3, "budget"), gen("e", "p", 0, 3, "budget"), gen("e", "p", 4, 9, "budget"), gen("e", "p", 0, 9, "budget")}, "4"},
		// The same, but they ended by themselves and would have found nothing: S = 3/5.
		{"early end", []results.Run{gen("e", "p", 2, 9, "budget"), gen("e", "p", 0, 3, "done"), gen("e", "p", 0, 3, "done"), gen("e", "p", 4, 9, "budget"), gen("e", "p", 0, 9, "budget")}, "not reached"},
		{"crash is no censoring", []results.Run{gen("e", "p", 2, 9, "budget"), gen("e", "p", 0, 3, "crashed"), gen("e", "p", 0, 3, "error")}, "not reached"},
		// How many tests fit into a time says what a test costs, not when one would find something.
		{"budget of time", []results.Run{gen("e", "p", 0, 1, "time"), gen("e", "p", 0, 1, "time"), gen("e", "p", 5, 9, "budget")}, "n/a"},
		{"budget of time, half find", []results.Run{gen("e", "p", 0, 1, "time"), gen("e", "p", 7, 9, "time"), gen("e", "p", 5, 9, "time")}, "7"},
		{"none", []results.Run{gen("e", "p", 0, 9, "budget")}, "not reached"},
	} {
		tb := Overview(nil, Views(setOf(c.runs...)))
		if got := cellOf(t, tb, 0, "tests_to_first").Display(); got != c.want {
			t.Errorf("%s: median %s, want %s", c.name, got, c.want)
		}
		if !cellOf(t, tb, 0, "seconds_to_first").Missing() && c.want != "not reached" && c.want != "n/a" {
			t.Errorf("%s: a time that was not measured is shown", c.name)
		}
	}
}

// TestStoppedAtDifference checks that a task which stopped at a difference that
// is no error is censored there as far as errors are concerned.
func TestStoppedAtDifference(t *testing.T) {
	stopped, finished, found := gen("e", "p", 3, 3, "done"), gen("e", "p", 3, 9, "done"), gen("e", "p", 5, 5, "done")
	found.FirstError = found.First
	m := &Measures[0]
	for _, c := range []struct {
		run  results.Run
		want stats.Observation
	}{
		{stopped, stats.Observation{Time: 3}},
		{finished, stats.Observation{Time: math.Inf(1)}},
		{found, stats.Observation{Time: 5, Event: true}},
	} {
		if got, ok := m.observe(Error, &c.run); !ok || got != c.want {
			t.Errorf("observed %+v, want %+v", got, c.want)
		}
	}
}

// TestViewsApart checks that real, seeded and equal pairs are never mixed and
// that explain tasks are in no view.
func TestViewsApart(t *testing.T) {
	seeded, equal, explain := gen("e", "q", 1, 9, "budget"), gen("e", "r", 0, 9, "budget"), gen("e", "x", 0, 9, "done")
	seeded.Seeded, equal.Seeded, equal.Equivalent = true, true, true
	explain.Kind = string(engines.Explain)
	views := Views(setOf(gen("e", "p", 0, 9, "budget"), seeded, equal, explain))
	var got []string
	for _, v := range views {
		for _, p := range v.Pairs {
			got = append(got, v.Key+" "+p.Pair)
		}
	}
	if diff := cmp.Diff([]string{"real p", "seeded q", "equal r"}, got); diff != "" {
		t.Error(diff)
	}
	if n := len(Overview(nil, views).Rows); n != 2 {
		t.Errorf("%d rows of overview; equal pairs must not be among them", n)
	}
	if s := strings.Join(Conclusions(setOf(), views), "\n"); !strings.Contains(s, "No engine reports a difference in the 1 pair known to be equal.") {
		t.Errorf("conclusions: %s", s)
	}
}

// many returns n tasks of an engine on a pair that detect after first, first+1, ...
func many(e, p string, n, first int) []results.Run {
	var runs []results.Run
	for i := range n {
		runs = append(runs, gen(e, p, first+i, 1000, "budget"))
	}
	return runs
}

func TestDeterministicIsRefused(t *testing.T) {
	runs := append(many("a", "p", 10, 1), many("b", "p", 10, 100)...)
	views := Views(setOf(runs...))
	speed := CompareSpeed(views)
	if got := cellOf(t, speed, 0, "a_better").Display(); got != "1" {
		t.Errorf("a is better in %s pairs, want 1", got)
	}
	if got := cellOf(t, speed, 0, "a12").Raw(); got != "0" {
		t.Errorf("A12 = %s, want 0", got)
	}
	once := gen("d", "p", 50, 1000, "done")
	once.Deterministic = true
	views = Views(setOf(append(many("a", "p", 10, 1), once)...))
	for _, tb := range []*table.Table{CompareSpeed(views), CompareDetection(views), ComparePairs(views)} {
		seen := false
		for i, c := range tb.Columns {
			// Tests over pairs are for deterministic engines, too.
			if !strings.HasPrefix(c.Key, "p_") && c.Key != "p" || c.Key == "p_mcnemar" || c.Key == "p_wilcoxon" {
				continue
			}
			seen = true
			if got := tb.Rows[0].Cells[i]; got.Value != nil || got.Text != "deterministic" {
				t.Errorf("%s: column %s holds %q", tb.Name, c.Key, got.Display())
			}
		}
		if !seen {
			t.Errorf("%s has no p-value", tb.Name)
		}
	}
}

func TestFewSeedsAreNoted(t *testing.T) {
	views := Views(setOf(append(many("a", "p", 3, 1), many("b", "p", 3, 100)...)...))
	tb := CompareSpeed(views)
	if len(tb.Notes) != 1 || !strings.Contains(tb.Notes[0], "below 0.100") {
		t.Errorf("notes %q", tb.Notes)
	}
}

func TestJudge(t *testing.T) {
	for _, c := range []struct {
		root, truth []string
		want        Verdict
	}{
		{nil, []string{"1"}, VerdictNone},
		{[]string{"1"}, nil, VerdictUnknown},
		{[]string{"2", "1"}, []string{"1", "2"}, VerdictMatch},
		{[]string{"1", "2", "3"}, []string{"1", "2"}, VerdictMore},
		{[]string{"1"}, []string{"1", "2"}, VerdictPartial},
		{[]string{"1", "3"}, []string{"1", "2"}, VerdictPartial},
		{[]string{"3"}, []string{"1", "2"}, VerdictMissed},
	} {
		if got := Judge(&engines.Explanation{Root: c.root}, c.truth); got != c.want {
			t.Errorf("Judge(%v, %v) = %s, want %s", c.root, c.truth, got, c.want)
		}
	}
	if got := Judge(nil, nil); got != VerdictNone {
		t.Errorf("Judge(nil) = %s", got)
	}
}

func TestCurves(t *testing.T) {
	views := Views(setOf(gen("e", "p", 2, 9, "budget"), gen("e", "p", 4, 9, "budget"), gen("e", "p", 4, 9, "budget"), gen("e", "p", 0, 9, "budget")))
	curves, ok := Curves(views[0], &Measures[0], Difference)
	if !ok || len(curves) != 1 {
		t.Fatalf("%v, %t", curves, ok)
	}
	c := curves[0]
	if diff := cmp.Diff([][]float64{{0, 2, 4, 9}, {0, 0.25, 0.75, 0.75}}, [][]float64{c.X, c.Y}); diff != "" {
		t.Error(diff)
	}
	if c.Band != "bootstrap" || c.Low[2] > 0.75 || c.High[2] < 0.75 {
		t.Errorf("band %s %v %v", c.Band, c.Low, c.High)
	}
	if _, ok := Curves(views[0], &Measures[2], Difference); ok {
		t.Error("a curve over a time that was not measured")
	}
	if _, ok := Curves(views[0], &Measures[0], Error); ok {
		t.Error("a curve of errors without a golden version")
	}
}

// TestCurvesAreMonotone checks what must hold of all curves.
func TestCurvesAreMonotone(t *testing.T) {
	for _, v := range Views(synth(t)) {
		for i := range Measures {
			curves, _ := Curves(v, &Measures[i], Difference)
			for _, c := range curves {
				for j := range c.X {
					if j > 0 && (c.X[j] < c.X[j-1] || c.Y[j] < c.Y[j-1]) || c.Low[j] > c.Y[j]+1e-9 || c.High[j] < c.Y[j]-1e-9 {
						t.Fatalf("%s by %s: point %d of %v, %v in [%v, %v]", c.Engine, Measures[i].Key, j, c.X, c.Y, c.Low, c.High)
					}
				}
				k, n := share(Difference, v.Runs(c.Engine))
				if last := c.Y[len(c.Y)-1]; math.Abs(last-float64(k)/float64(n)) > 1e-12 {
					t.Errorf("%s ends at %g, not at %d/%d", c.Engine, last, k, n)
				}
			}
		}
	}
}

func TestFoundBy(t *testing.T) {
	views := Views(setOf(
		gen("a", "p", 1, 9, "budget"), gen("b", "p", 1, 9, "budget"),
		gen("a", "q", 1, 9, "budget"), gen("b", "q", 0, 9, "budget"),
		gen("a", "r", 0, 9, "budget"), gen("b", "r", 0, 9, "budget"),
		gen("a", "only", 1, 9, "budget"), failing("b", "only", "error"),
	))
	var got []string
	for _, g := range FoundBy(views[0]) {
		got = append(got, fmt.Sprint(g.Engines, len(g.Pairs), g.Unable))
	}
	if diff := cmp.Diff([]string{"[a] 2 map[b:1]", "[] 1 map[]", "[a b] 1 map[]"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestUnits(t *testing.T) {
	for x, want := range map[float64]string{9999: "9999", 10000: "10 k", 999400: "999 k", 999600: "1 M", 1234567: "1.23 M", 5e9: "5 G"} {
		if got := Count(x); got != want {
			t.Errorf("Count(%g) = %s, want %s", x, got, want)
		}
	}
	for x, want := range map[float64]string{0: "0 s", 1.5e-5: "15 µs", 0.0123: "12.3 ms", 1.234: "1.23 s", 90: "90 s", 150: "2.5 min", 9000: "2.5 h"} {
		if got := Seconds(x); got != want {
			t.Errorf("Seconds(%g) = %s, want %s", x, got, want)
		}
	}
	for x, want := range map[float64]string{0: "0\u00a0%", 0.001: "<1\u00a0%", 0.5: "50\u00a0%", 0.999: ">99\u00a0%", 1: "100\u00a0%"} {
		if got := percent(x); got != want {
			t.Errorf("percent(%g) = %s, want %s", x, got, want)
		}
	}
}

// TestImpossible: tasks that could not be worked on are in no share, and the
// reader is told.
func TestImpossible(t *testing.T) {
	bad := gen("e", "p", 0, 0, "error")
	set := setOf(gen("e", "p", 2, 9, "budget"), bad, bad, gen("f", "p", 0, 0, "error"))
	views := Views(set)
	tb := Overview(set, views)
	if len(tb.Rows) != 2 || cellOf(t, tb, 1, "tasks").Raw() != "0" || !cellOf(t, tb, 1, "detected").Missing() || cellOf(t, tb, 0, "detected").Display() != "1/1" {
		t.Errorf("%d rows, %s detected", len(tb.Rows), cellOf(t, tb, 0, "detected").Display())
	}
	if want := "2 more tasks could not be worked on and are not counted here"; len(tb.Notes) != 2 || tb.Notes[0] != want {
		t.Errorf("notes %q", tb.Notes)
	}
	want := "3 of 4 tasks could not be worked on: the table of reasons says why. No share counts them."
	if got := Conclusions(set, views)[0]; got != want {
		t.Errorf("conclusion %q", got)
	}
	none := setOf(bad)
	if v := Views(none); len(v) != 0 || len(Overview(none, v).Rows) != 0 || len(Conclusions(none, v)) != 1 {
		t.Error("numbers over nothing")
	}
}

// TestInformativeCensoring: a budget of tests ends a task at a time that
// depends on the engine, a budget of time at a number of tests that does. A
// median is given only where half detect, and the log-rank test for the measure
// of the budget alone.
func TestInformativeCensoring(t *testing.T) {
	at := func(r results.Run, first, wall float64) results.Run {
		r.Measured = &results.Measure{CPU: wall}
		if r.First != nil {
			r.First.Seconds, r.First.Timed = first, true
		}
		return r
	}
	for status, want := range map[results.Status]string{"budget": "n/a", "time": "not reached"} {
		set := setOf(
			at(gen("e", "p", 2, 9, "budget"), 2, 9), at(gen("e", "p", 0, 9, status), 0, 9), at(gen("e", "p", 0, 9, status), 0, 9),
			at(gen("f", "p", 1, 9, "budget"), 1, 9), at(gen("f", "p", 1, 9, "budget"), 1, 9), at(gen("f", "p", 0, 9, status), 0, 9))
		views := Views(set)
		tb := Overview(set, views)
		if got := cellOf(t, tb, 0, "seconds_to_first").Display(); got != want {
			t.Errorf("%s: median %q, want %q", status, got, want)
		}
		if got := cellOf(t, tb, 1, "seconds_to_first").Display(); got != "1 s" {
			t.Errorf("%s: median %q of tasks of which most detect", status, got)
		}
		speed := CompareSpeed(views)
		for row := range speed.Rows {
			timed := cellOf(t, speed, row, "measure").Raw() == "CPU seconds"
			if missing := cellOf(t, speed, row, "p_logrank").Missing(); missing == (timed == (status == "time")) {
				t.Errorf("%s: row %d: log-rank missing: %v", status, row, missing)
			}
		}
	}
}
