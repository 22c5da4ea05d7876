package experiments

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/riftlab/rift/results"
)

// tasksOf counts the tasks of a set by engine and pair.
func tasksOf(set *results.Set) map[string]int {
	n := map[string]int{}
	for i := range set.Runs {
		n[fmt.Sprint(set.Runs[i].Engine, " ", set.Runs[i].Pair)]++
	}
	return n
}

func warningsOf(set *results.Set) string {
	var list []string
	for _, w := range set.Warnings {
		list = append(list, w.String())
	}
	return strings.Join(list, "\n")
}

const drawExperiment = `
subjects = ["numbers"]
pairs = ["p*"]
seeds = 3
[budget]
steps = 1000
[[engine]]
name = "draw"
`

// TestCombine: the same engine of two plans is one with more seeds, the same
// label with other parameters two engines, and pairs of one plan alone are left
// out.
func TestCombine(t *testing.T) {
	t.Parallel()
	a, more, other, pool := t.TempDir()+"/a", t.TempDir()+"/more", t.TempDir()+"/other", t.TempDir()+"/pool"
	mustRun(t, drawExperiment, a, RunOptions{Workers: 2})
	mustRun(t, "seed = 2\n"+drawExperiment, more, RunOptions{Workers: 2})
	mustRun(t, drawExperiment+"params.max = 6\n", other, RunOptions{Workers: 2})
	mustRun(t, strings.NewReplacer(`"draw"`, `"pool"`, "p*", "p3").Replace(drawExperiment), pool, RunOptions{Workers: 2})
	for _, c := range []struct {
		name     string
		dirs     []string
		want     map[string]int
		warnings []string
	}{
		{"one", []string{a}, map[string]int{"draw p3": 3, "draw p5": 3}, nil},
		{"one, given twice", []string{a, a}, map[string]int{"draw p3": 3, "draw p5": 3}, nil},
		{"more seeds", []string{a, more}, map[string]int{"draw p3": 6, "draw p5": 6}, nil},
		{"other parameters", []string{a, other}, map[string]int{"draw@a p3": 3, "draw@a p5": 3, "draw@other p3": 3, "draw@other p5": 3},
			[]string{"draw is another engine, or has other parameters, in each of the folders: it is called draw@FOLDER"}},
		{"another engine", []string{pool, a}, map[string]int{"draw p3": 3, "pool p3": 1},
			[]string{"1 version pair left out, on which not all engines that generate have tasks"}},
	} {
		set, err := Combine(t.Context(), c.dirs, results.LoadOptions{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if len(c.dirs) == 2 && set.Plan.Title != "Comparison of test" {
			t.Errorf("%s: title %q", c.name, set.Plan.Title)
		}
		if diff := cmp.Diff(c.want, tasksOf(set)); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
		if got := warningsOf(set); got != strings.Join(c.warnings, "\n") {
			t.Errorf("%s: warnings %q", c.name, got)
		}
		if list, tests := set.Examples(results.PairOf{Subject: "numbers", Pair: "p3"}); len(list) == 0 || tests < len(list) {
			t.Errorf("%s: %d examples of %d tests", c.name, len(list), tests)
		}
	}
}

// TestCombineStops: whoever no longer waits gets no set.
func TestCombineStops(t *testing.T) {
	t.Parallel()
	a := t.TempDir()
	mustRun(t, drawExperiment, a, RunOptions{Workers: 2})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Combine(ctx, []string{a}, results.LoadOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestCombineRefuses(t *testing.T) {
	t.Parallel()
	a, b, c := t.TempDir(), t.TempDir(), t.TempDir()
	mustRun(t, drawExperiment, a, RunOptions{Workers: 2})
	mustRun(t, strings.Replace(drawExperiment, "1000", "900\nwall = \"1m\"", 1), b, RunOptions{Workers: 2})
	mustRun(t, strings.NewReplacer(`"draw"`, `"pool"`, "p*", "broken").Replace(drawExperiment), c, RunOptions{Workers: 2})
	for _, x := range []struct {
		dirs []string
		want string
	}{
		{[]string{a, b}, "steps 1000 and 900, wall 1h0m0s and 1m0s"},
		{[]string{a, c}, "no version pair has tasks of all engines"},
	} {
		if _, err := Combine(t.Context(), x.dirs, results.LoadOptions{}); !errors.Is(err, ErrIncomparable) || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%v, want %q", err, x.want)
		}
	}
	if _, err := Combine(t.Context(), []string{a, t.TempDir()}, results.LoadOptions{}); !errors.Is(err, ErrFolder) {
		t.Errorf("a folder without a plan: %v", err)
	}
	groups := []*combined{{plan: mustPlan(t, drawExperiment), dirs: []string{"x"}}, {plan: mustPlan(t, drawExperiment), dirs: []string{"y"}}}
	groups[1].plan.Subjects["numbers"] = PlanSubject{Hash: "0123456789abcdef"}
	if err := mustCompare(groups); !errors.Is(err, ErrIncomparable) || !strings.Contains(err.Error(), "subject numbers is not the same in x") {
		t.Errorf("another subject: %v", err)
	}
	const model = "[model]\nsym_args = { min = 1, max = 1, len = 2 }\nstdin = { size = 1 }\n"
	groups[1].plan = mustPlan(t, drawExperiment+model)
	if err := mustCompare(groups); !errors.Is(err, ErrIncomparable) || !strings.Contains(err.Error(), "the inputs of subject numbers come from another model in x than in y") {
		t.Errorf("another model: %v", err)
	}
	groups[0].plan = mustPlan(t, drawExperiment+model)
	if err := mustCompare(groups); err != nil {
		t.Errorf("the same model: %v", err)
	}
}
