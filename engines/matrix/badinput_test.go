package matrix

import (
	"strings"
	"testing"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
)

// TestChangeInUncalledFunction: there is nothing to require.
func TestChangeInUncalledFunction(t *testing.T) {
	const text = "static int unused(void) { return 1; }\nint main(void) { return 0; }\n"
	b := runEngine(t, sourceTask(t, text, strings.Replace(text, "1", "2", 1), arguments()), 1_000_000)
	if b.Counters["changes.none"] != 1 || len(b.Requirements) > 0 {
		t.Errorf("counters %v, %d requirements", b.Counters, len(b.Requirements))
	}
}

const guarded = `#include <stdlib.h>
int main(int argc, char **argv)
{
	int a[2] = {1, 2}, n = 0;
	if (argc > 1)
		n = atoi(argv[1]);
	if (n > 0)
		n = a[n] + 1;
	return n;
}
`

// TestTestsThatTouchNoChange leaves everything uncovered.
func TestTestsThatTouchNoChange(t *testing.T) {
	b := runEngine(t, sourceTask(t, guarded, strings.Replace(guarded, "] + 1", "] + 2", 1), arguments("-1"), arguments()), 1_000_000)
	if b.Counters["covered"] != 0 || b.Counters["open"] == 0 || len(b.Trials) != 2 {
		t.Errorf("counters %v after %d tests", b.Counters, len(b.Trials))
	}
}

// TestTestThatCrashes counts what a run did until it crashed.
func TestTestThatCrashes(t *testing.T) {
	a := assessor(t, guarded, strings.Replace(guarded, "n > 0", "n > -1", 1), Options{Distance: 1})
	crash := arguments("1000000")
	all := monitored(t, a, []program.Input{crash})
	got := table(a, Chain, 1, all)
	if !all[0].Changes || !all[0].Full || all[0].Differs {
		t.Errorf("coverage %+v", all[0])
	}
	if r := got["7 -> 8"]; r.inputs != 1 {
		t.Errorf("the chain to the statement that crashes is not covered: %v", got)
	}
	b := runEngine(t, sourceTask(t, guarded, strings.Replace(guarded, "n > 0", "n > -1", 1), crash, arguments("1")), 1_000_000)
	sane(t, b)
}

// winding has dependences all around a loop.
const winding = `int main(int argc, char **argv)
{
	int a = argc, b = 1, c = 2;
	for (int i = 0; i < argc; i++) {
		a = b + c - i;
		b = a + c;
		c = a - b;
		if (a > c)
			b = c;
	}
	return a + b + c;
}
`

// TestDistanceThatExplodes stops at the bound and says so.
func TestDistanceThatExplodes(t *testing.T) {
	changed := strings.Replace(winding, "- i", "- i - 1", 1)
	a := assessor(t, winding, changed, Options{Distance: 50, Bound: 500})
	if !a.Limited() || a.Distance() < 1 || a.Distance() >= 50 || len(a.chains.list) > 500 {
		t.Errorf("limited %v, distance %d, %d chains", a.Limited(), a.Distance(), len(a.chains.list))
	}
	// What it has is monitored as if no more had been asked for.
	whole := assessor(t, winding, changed, Options{Distance: a.Distance()})
	in := arguments("x")
	got, want := monitored(t, a, []program.Input{in})[0], monitored(t, whole, []program.Input{in})[0]
	reqs, covered := whole.Requirements(Full, a.Distance()), 0
	for i := range reqs {
		if reqs[i].Length > 0 && want.Satisfies(&reqs[i]) {
			covered++
		}
		if got.Satisfies(&reqs[i]) != want.Satisfies(&reqs[i]) {
			t.Fatalf("with a bound, %s is satisfied: %v", reqs[i].Text, got.Satisfies(&reqs[i]))
		}
	}
	if covered == 0 {
		t.Error("no chain is covered")
	}
	task := sourceTask(t, winding, changed, in)
	task.Params = with(func(p *Params) { p.Distance, p.Chains, p.Generate, p.Suite = 50, 500, false, -1 })
	b := runEngine(t, task, 10_000_000)
	sane(t, b)
	if b.Counters["chains.limited"] != 1 || b.Counters["distance"] != int64(a.Distance()) {
		t.Errorf("counters %v", b.Counters)
	}
}

// TestChangeInDeadCode changes code that no run reaches, in a function that all runs
// execute: nothing of it is covered, and where it has effects they are infeasible.
func TestChangeInDeadCode(t *testing.T) {
	const text = `int main(int argc, char **argv)
{
	int n = argc, zero = 0;
	if (zero > 1)
		n += 1;
	return n;
}
`
	task := sourceTask(t, text, strings.Replace(text, "n += 1", "n += 2", 1), arguments(), arguments("x"))
	b := runEngine(t, task, 1_000_000)
	if b.Counters["changes"] != 1 || b.Counters["covered"] != 0 || len(b.Trials) != 2 {
		t.Errorf("counters %v after %d tests", b.Counters, len(b.Trials))
	}
	drawSuites(task, 1)
	for _, s := range runEngine(t, task, 1_000_000).Surveys {
		if s.Pool != 2 || s.Executing != 0 || s.Coverable != 0 || s.Detecting != 0 || s.Tests != 0 {
			t.Errorf("survey %+v", s)
		}
	}
}

// drawSuites makes a task one that only draws suites, at a distance.
func drawSuites(task *engines.Task, distance int) {
	task.Params = with(func(p *Params) { p.Distance, p.Suites, p.Generate = distance, 10, false })
}

// TestSurveyOfBadPool draws suites from tests that crash, never end, abort and take
// all memory, beside one that does nothing: each counts for what it did.
func TestSurveyOfBadPool(t *testing.T) {
	const text = `#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0, a[2] = {1, 2};
	if (n == 1)
		return a[n * 100];
	while (n == 2)
		a[0]++;
	if (n == 3)
		abort();
	for (; n == 4; a[1]++)
		if (!malloc(1 << 20))
			n = 5;
	if (n > 5)
		puts("much");
	return 0;
}
`
	var pool []program.Input
	for _, n := range []string{"0", "1", "2", "3", "4", "6"} {
		pool = append(pool, arguments(n))
	}
	task := sourceTask(t, text, strings.Replace(text, "n > 5", "n > 4", 1), pool...)
	task.RunMemory = 1 << 24
	drawSuites(task, 1)
	b := runEngine(t, task, 100_000_000)
	if len(b.Surveys) != len(Criteria()) {
		t.Fatalf("%d surveys", len(b.Surveys))
	}
	for _, s := range b.Surveys {
		// 0, 4 and 6 come to the change, of which 4 differs; the others end before.
		if s.Pool != 6 || s.Executing != 3 || s.Differing != 1 {
			t.Errorf("survey %+v", s)
		}
	}
}

// TestSurveyWithDistanceThatExplodes draws suites as far as the bound on chains goes.
func TestSurveyWithDistanceThatExplodes(t *testing.T) {
	changed := strings.Replace(winding, "- i", "- i - 1", 1)
	task := sourceTask(t, winding, changed, arguments("x"))
	task.Params = with(func(p *Params) { p.Distance, p.Chains, p.Suites, p.Generate = 1_000_000, 500, 10, false })
	b := runEngine(t, task, 10_000_000)
	most := int(b.Counters["distance"])
	if b.Counters["chains.limited"] != 1 || most < 1 || len(b.Surveys) != most*len(Criteria()) {
		t.Errorf("counters %v, %d surveys", b.Counters, len(b.Surveys))
	}
	for _, s := range b.Surveys {
		if s.Greatest != (s.Distance == most) || s.Executing != 1 {
			t.Errorf("survey %+v", s)
		}
	}
}
