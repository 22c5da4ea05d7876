package analysis

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/table"
)

// The tests of this file have records of which the truth is known, and of each a
// reading that would mislead.

// once returns a task of a deterministic engine.
func once(r results.Run) results.Run {
	r.Deterministic = true
	return r
}

// failing returns a task that could not be worked on.
func failing(e, p string, s results.Status) results.Run { return gen(e, p, 0, 0, s) }

// unlucky are ten pairs on which fast needs 10 tests and slow 100; on the last,
// neither finds anything. A third engine works on the first pair alone.
func unlucky(third results.Status) []results.Run {
	var runs []results.Run
	for i := range 10 {
		p := fmt.Sprintf("p%d", i)
		fast, slow := 10, 100
		if i == 9 {
			fast, slow = 0, 0
		}
		runs = append(runs, once(gen("fast", p, fast, 1000, "budget")), once(gen("slow", p, slow, 1000, "budget")))
		if i == 0 {
			runs = append(runs, once(gen("third", p, 50, 1000, "budget")))
		} else {
			runs = append(runs, once(failing("third", p, third)))
		}
	}
	return runs
}

// TestFailingEngineTakesNothingFromOthers: that a third engine does not work says
// nothing about the other two, which must be compared on all that they worked on.
func TestFailingEngineTakesNothingFromOthers(t *testing.T) {
	for status, shown := range map[results.Status]string{results.StatusError: "failed", results.StatusInapplicable: "n/a"} {
		v := Views(setOf(unlucky(status)...))[0]
		r := RankTests(v)[0]
		if want := []int{10, 10, 1}; !slices.Equal(r.Result.In, want) {
			t.Errorf("%s: ranked on %v pairs, want %v", status, r.Result.In, want)
		}
		if !r.Differ(0, 1) || r.Differ(0, 2) || r.Differ(1, 2) {
			t.Errorf("%s: fast and slow differ on ten pairs; one pair says nothing about the third", status)
		}
		want := []Complement{{A: "fast", B: "slow", Pairs: 10, Both: 9, Neither: 1}, {A: "fast", B: "third", Pairs: 1, Both: 1}, {A: "slow", B: "third", Pairs: 1, Both: 1}}
		if diff := cmp.Diff(want, Complements(v)); diff != "" {
			t.Errorf("%s: %s", status, diff)
		}
		n := 0
		for _, g := range FoundBy(v) {
			n += len(g.Pairs)
		}
		if n != 10 {
			t.Errorf("%s: who finds what is told of %d pairs of 10", status, n)
		}
		found := Found([]*View{v})
		if got := cellOf(t, found, 1, "found_third").Display(); got != shown {
			t.Errorf("%s: shown as %q, want %q", status, got, shown)
		}
		words := strings.Join(Conclusions(setOf(unlucky(status)...), []*View{v}), "\n")
		if !strings.Contains(words, "fast is significantly better than slow (") {
			t.Errorf("%s: %s", status, words)
		}
	}
}

// TestAloneBecauseOthersFailed: an engine finds alone what others were not run on,
// and that is said.
func TestAloneBecauseOthersFailed(t *testing.T) {
	v := Views(setOf(
		gen("a", "p", 1, 9, "budget"), gen("b", "p", 0, 9, "budget"),
		gen("a", "q", 1, 9, "budget"), failing("b", "q", "error"),
	))[0]
	got := uniqueWords(v)[0].text
	if want := "On real errors, only a finds a difference in 2 pairs: s/p and q (not worked on by b (1))."; got != want {
		t.Errorf("%s", got)
	}
	if got := cellOf(t, Unique([]*View{v}), 0, "unable").Display(); got != "b (1)" {
		t.Errorf("not by %q", got)
	}
}

// TestEngineThatNeverWorked: it is shown, with its state, and in no number.
func TestEngineThatNeverWorked(t *testing.T) {
	views := Views(setOf(gen("a", "p", 1, 9, "budget"), failing("b", "p", results.StatusInapplicable)))
	found := Found(views)
	if got := cellOf(t, found, 0, "found_b").Display(); got != "n/a" {
		t.Errorf("shown as %q", got)
	}
	if cs := Complements(views[0]); cs != nil {
		t.Errorf("complements %v", cs)
	}
}

// TestOneSeedIsNoEffect: with one task each any two randomised engines differ by a
// "large effect". There is no conclusion over seeds then, whatever the number of
// pairs, and none over pairs if these are few.
func TestOneSeedIsNoEffect(t *testing.T) {
	for _, seeds := range []int{1, minSeeds - 1, minSeeds} {
		var runs []results.Run
		for i := range 3 {
			p := fmt.Sprintf("p%d", i)
			runs = append(runs, append(many("a", p, seeds, 1), many("b", p, seeds, 100)...)...)
		}
		set := setOf(runs...)
		views := Views(set)
		words := strings.Join(Conclusions(set, views), "\n")
		tables := ""
		for _, tb := range []*table.Table{CompareSpeed(views), CompareCounts(views), ComparePairs(views)} {
			tables += tableText(t, tb)
		}
		if told := strings.Contains(words, "effect)") || strings.Contains(words, "effect;"); told != (seeds >= minSeeds) {
			t.Errorf("%d seeds: %s", seeds, words)
		}
		if told := strings.Contains(tables, "large"); told != (seeds >= minSeeds) {
			t.Errorf("%d seeds: %s", seeds, tables)
		}
		if !strings.Contains(words, "too few pairs that differ for a test over them") {
			t.Errorf("%d seeds: three pairs decide: %s", seeds, words)
		}
	}
}

func tableText(t *testing.T, tb *table.Table) string {
	t.Helper()
	var b strings.Builder
	if err := tb.WriteText(&b, table.TextOptions{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestDeterministicEnginesAcrossPairs: of deterministic engines there is no p-value over
// seeds, but the pairs are a sample. Here a finds 9 pairs that b misses, and is faster
// on the other 3.
func TestDeterministicEnginesAcrossPairs(t *testing.T) {
	var runs []results.Run
	for i := range 12 {
		p := fmt.Sprintf("p%02d", i)
		slow := 0
		if i < 3 {
			slow = 900
		}
		runs = append(runs, once(gen("a", p, 10+i, 1000, "budget")), once(gen("b", p, slow, 1000, "budget")))
	}
	set := setOf(runs...)
	views := Views(set)
	detection := CompareDetection(views)
	for key, want := range map[string]any{"only_a": int64(9), "only_b": int64(0), "p_fisher": nil, "p_mcnemar": 2.0 / 512} {
		if got := cellOf(t, detection, 0, key).Value; !close2(got, want) {
			t.Errorf("%s is %v, want %v", key, got, want)
		}
	}
	speed := CompareSpeed(views)
	// Three measures could be corrected for, of which two were taken.
	if got := cellOf(t, speed, 0, "p_wilcoxon").Value; !close2(got, 2*2.0/4096) {
		t.Errorf("p_wilcoxon is %v", got)
	}
	words := strings.Join(Conclusions(set, views), "\n")
	if !strings.Contains(words, "a spends less on 12 and b on 0 of 12 pairs, a significant difference (Wilcoxon, p < 0.001)") {
		t.Error(words)
	}
}

func close2(got, want any) bool {
	a, isA := got.(float64)
	b, isB := want.(float64)
	if isA && isB {
		return math.Abs(a-b) < 1e-9
	}
	return got == want
}

// TestTimeIsCPUTime: on a loaded machine the clock ran ten times as long for the
// quicker engine.
func TestTimeIsCPUTime(t *testing.T) {
	at := func(r results.Run, cpu, wall float64) results.Run {
		r.First.Seconds, r.First.Timed = cpu, true
		r.Measured = &results.Measure{Wall: wall, CPU: cpu, TestsAt: []float64{wall}, TestsCPU: []float64{cpu}}
		return r
	}
	views := Views(setOf(at(gen("quick", "p", 1, 9, "budget"), 1, 50), at(gen("slow", "p", 1, 9, "budget"), 5, 5)))
	tb := Overview(nil, views)
	if got := []string{cellOf(t, tb, 0, "seconds_to_first").Display(), cellOf(t, tb, 1, "seconds_to_first").Display()}; !slices.Equal(got, []string{"1 s", "5 s"}) {
		t.Errorf("%v", got)
	}
	// A task that its CPU limit ended is censored at its CPU time.
	cut := gen("quick", "p", 0, 9, "time")
	cut.Measured = &results.Measure{Wall: 50, CPU: 3}
	if o, ok := Measures[2].observe(Difference, &cut); !ok || o.Time != 3 || o.Event {
		t.Errorf("observed %+v", o)
	}
}

// TestNothingLeftOnlyIfTrue: only a task of which the engine accounted for every input
// has nothing left to try.
func TestNothingLeftOnlyIfTrue(t *testing.T) {
	ended := func(e string, exhausted bool, why string) results.Run {
		r := gen(e, "p", 0, 9, "done")
		r.Exhausted, r.Reason = exhausted, why
		return r
	}
	v := Views(setOf(
		ended("all", true, ""), ended("patience", false, "nothing new was executed in 100 tests"), ended("silent", false, ""),
		gen("budget", "p", 0, 9, "budget"), gen("found", "p", 9, 9, "done"),
	))[0]
	want := []string{
		"On real errors, some of the other tasks ended with nothing left to try, so that more time would not have helped: 1 of 1 of all.",
		"On real errors, some of the other tasks ended before their budget, though inputs were left: 1 of 1 of patience (nothing new was executed in 100 tests); 1 of 1 of silent (it does not say why).",
	}
	if diff := cmp.Diff(want, endedWords(v)); diff != "" {
		t.Error(diff)
	}
	equal := ended("patience", false, "enough")
	equal.Equivalent = true
	if got := cellOf(t, Equal(Views(setOf(equal))), 0, "exhausted").Raw(); got != "0" {
		t.Errorf("%s tasks on equal pairs are exhausted, want none", got)
	}
}

// TestConclusionsByImportance: a contradiction comes first, a significant difference
// before one that is not, the method last.
func TestConclusionsByImportance(t *testing.T) {
	runs := unlucky("error")
	wrong := gen("fast", "same", 3, 9, "budget")
	wrong.Equivalent = true
	set := setOf(append(runs, wrong)...)
	words := Conclusions(set, Views(set))
	order := []string{"reports a difference in 1 of 1 tasks on pairs that are said to be equal", "could not be worked on", "tasks that found a difference:", "is significantly better than", "no engine finds", "deterministic"}
	last := -1
	for _, part := range order {
		i := slices.IndexFunc(words, func(s string) bool { return strings.Contains(s, part) })
		if i <= last {
			t.Errorf("%q is conclusion %d, after %d:\n%s", part, i, last, strings.Join(words, "\n"))
		}
		last = i
	}
}

// TestMemoryOfTasks: a task that shared its process has no memory of its own.
func TestMemoryOfTasks(t *testing.T) {
	own, shared := gen("own", "p", 1, 9, "budget"), gen("shared", "p", 1, 9, "budget")
	own.Measured, shared.Measured = &results.Measure{MaxRSS: 64 << 20}, &results.Measure{}
	tb := Costs(setOf(own, shared))
	if got := cellOf(t, tb, 0, "max_rss_bytes").Display(); got != "64 MiB" {
		t.Errorf("memory %q", got)
	}
	if !cellOf(t, tb, 1, "max_rss_bytes").Missing() {
		t.Error("a shared process is taken for a task's memory")
	}
}

// TestSuitesOfTheirSize: suites that are adequate by a criterion show the difference no
// more often than random ones of their sizes. Without these 90 % looks like the
// criterion's merit.
func TestSuitesOfTheirSize(t *testing.T) {
	run := results.Run{Surveys: []engines.Survey{{Criterion: "full", Distance: 1, Greatest: true, Suites: 100, Detecting: 90, Tests: 700, Matched: 91.5}}}
	tb := Surveys(assessing(run))
	for key, want := range map[string]float64{"full_size": 7, "full_matched": 0.915, "full": 0.9} {
		if got := cellOf(t, tb, 0, key).Value; !close2(got, want) {
			t.Errorf("%s is %v, want %v", key, got, want)
		}
	}
	words := strings.Join(surveyWords(assessing(run)), "\n")
	if !strings.Contains(words, "full 90\u00a0% in the median pair (7 tests; random suites of these sizes 92\u00a0%)") {
		t.Error(words)
	}
}

// TestPoolIsTold: an engine that was given tests to start from finds more for that, which the
// table says; where all were given the same, there is nothing to say.
func TestPoolIsTold(t *testing.T) {
	given := func(e, pool string) results.Run {
		r := gen(e, "p", 10, 1000, "budget")
		r.Pool = pool
		return r
	}
	for _, c := range []struct {
		a, b string
		want []string
	}{
		{"", "", nil},
		{"tests to start from", "tests to start from", nil},
		{"tests to start from", "", []string{"it was given of the subjects' tests: tests to start from; not all engines were"}},
		{"tests to start from", "an input model", []string{
			"it was given of the subjects' tests: tests to start from; not all engines were", "it was given of the subjects' tests: an input model; not all engines were"}},
	} {
		var notes []string
		for _, n := range Overview(nil, Views(setOf(given("a", c.a), given("b", c.b)))).Notes {
			if strings.Contains(n, "it was given") {
				notes = append(notes, n)
			}
		}
		if d := cmp.Diff(c.want, notes); d != "" {
			t.Errorf("%q and %q: %s", c.a, c.b, d)
		}
	}
}
