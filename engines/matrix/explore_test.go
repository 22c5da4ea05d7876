package matrix

import (
	"strings"
	"testing"

	"github.com/riftlab/rift/program"
)

// parting changes a value that is used behind seven branches.
const parting = `#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = n + 1;
	for (int i = 0; i < 7; i++)
		if (n >> i & 1)
			m++;
	puts(m > n ? "more" : "less");
	return 0;
}
`

// explored returns what is found in the one entry state of a pair, and how many paths of
// both versions end where input is read.
func explored(t *testing.T, old string) (p *partial, reads int) {
	t.Helper()
	a := assessor(t, old, strings.Replace(old, "n + 1", "n + 2", 1), Options{Distance: 2})
	entryStates := a.entryStatesOf(0).entryStates
	if len(entryStates) != 1 {
		t.Fatalf("%d entry states", len(entryStates))
	}
	p, err := a.explored(t.Context(), entryStates[0])
	if err != nil {
		t.Fatal(err)
	}
	return p, p.cuts["input is read"]
}

// TestScenesWithoutWholePaths explores all paths where they are whole, and gives
// up after the first ones where none is: no state is closed then.
func TestScenesWithoutWholePaths(t *testing.T) {
	if p, _ := explored(t, parting); len(p.cuts) > 0 || p.open != p.e.Terms().False() {
		t.Errorf("of whole paths some were cut: %v", p.cuts)
	}
	p, reads := explored(t, strings.Replace(parting, "puts", "getchar();\n\tputs", 1))
	if reads != 2*mostCut || p.cuts["no whole path among the first"] != 2 || p.open != p.e.Terms().True() {
		t.Errorf("%d paths were cut where input is read: %v", reads, p.cuts)
	}
	if len(p.chains) == 0 {
		t.Error("what the paths say up to where they were cut is lost")
	}
}

// TestMonitoringDoesNotExplore decides all conditions of runs by the paths that they
// take alone, whether the entry state is explored later or before: with the same result.
func TestMonitoringDoesNotExplore(t *testing.T) {
	a := assessor(t, parting, strings.Replace(parting, "n + 1", "n + 2", 1), Options{Distance: 2})
	inputs := []program.Input{arguments("0"), arguments("5"), arguments("127")}
	before := monitored(t, a, inputs)
	entryState := a.entryStatesOf(0).entryStates[0]
	if p := a.entryStatesOf(0).found[entryState]; p.chains != nil || len(p.followed[0].list) != len(inputs) || p.e.Stats.Queries > 0 {
		t.Errorf("explored: %v, %d paths, %d questions", p.chains != nil, len(p.followed[0].list), p.e.Stats.Queries)
	}
	if _, err := a.explored(t.Context(), entryState); err != nil {
		t.Fatal(err)
	}
	after := monitored(t, a, inputs)
	covered := 0
	for i := range inputs {
		if before[i].Traces+after[i].Traces > 0 || before[i].Formulas == 0 {
			t.Errorf("%s: decided by formulas %d and %d, by runs %d and %d", inputs[i].Args, before[i].Formulas, after[i].Formulas, before[i].Traces, after[i].Traces)
		}
		for _, q := range a.Requirements(Full, a.Distance()) {
			if before[i].Satisfies(&q) != after[i].Satisfies(&q) {
				t.Errorf("%s: %s is satisfied: %v before exploring", inputs[i].Args, q.Text, before[i].Satisfies(&q))
			}
			if q.Condition > 0 && before[i].Satisfies(&q) {
				covered++
			}
		}
	}
	if covered == 0 {
		t.Error("no state requirement is covered")
	}
}

// TestScenesOfRecursion has a change in calls that recursion makes: each depth gets a
// entry state when a run comes to it, and the formulas of all decide as the runs do.
func TestScenesOfRecursion(t *testing.T) {
	const old = `#include <stdio.h>
#include <stdlib.h>
static int within(int n, int key)
{
	if (n > 0)
		return within(n - 1, key);
	int large = key > 3;
	if (large)
		puts("large");
	return large;
}
int main(int argc, char **argv)
{
	return within(atoi(argv[1]), atoi(argv[2]));
}
`
	a := assessor(t, old, strings.Replace(old, "key > 3", "key > 4", 1), Options{Distance: 2})
	a.both = true
	for i, c := range monitored(t, a, []program.Input{arguments("0", "4"), arguments("2", "4"), arguments("3", "1"), arguments("2", "9")}) {
		if c.Formulas == 0 || c.Traces > 0 || len(c.apart) > 0 {
			t.Errorf("input %d: %d conditions by formulas, %d by runs, apart %v", i, c.Formulas, c.Traces, c.apart)
		}
		if c.Differs != (i < 2) {
			t.Errorf("input %d differs: %v", i, c.Differs)
		}
	}
	if list := a.entryStatesOf(0); list.all || len(list.ofRuns) != 2 {
		t.Errorf("all entry states known beforehand: %v; %d met", list.all, len(list.ofRuns))
	}
}
