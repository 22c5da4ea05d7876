package dse

import (
	"errors"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/riftlab/rift/engines/enginetest"
)

// The engine finds the differences of the papers' small examples, and those of
// advisory that random inputs do not find.
//
// The one that solves longest is left out unless RIFT_LONG is set.
func TestFindsDifferences(t *testing.T) {
	for _, c := range []struct{ subject, pair, explore string }{
		{"bound", "patch", "new"}, {"shadowtoy", "patch", "new"}, {"cutfields", "lhs", "new"},
		{"advisory", "needle", "new"}, {"advisory", "sign", "both"}, {"advisory", "brink", "both"},
	} {
		if c.pair == "sign" && os.Getenv("RIFT_LONG") == "" {
			continue
		}
		t.Run(c.subject+"/"+c.pair, func(t *testing.T) {
			task := enginetest.Task(t, c.subject, c.pair)
			task.Params = enginetest.Params[Params](func(p *Params) { p.Explore = c.explore })
			b := enginetest.NewBench(t, task)
			b.First, b.MaxSteps = true, 100_000_000
			if err := (Engine{}).Run(t.Context(), task, b); err != nil {
				t.Fatal(err)
			}
			t.Logf("%d tests, %d steps, %v", len(b.Trials), b.Steps, b.Counters)
			if found := b.Differing(); len(found) == 0 {
				t.Error("no difference found")
			} else {
				t.Log(found[0].Input.Key())
			}
			if n := b.Counters["mismatches"]; n > 0 {
				t.Errorf("%d paths do not show what was predicted", n)
			}
		})
	}
}

// Equal tasks give equal tests in equal order; other seeds give others.
func TestSeeds(t *testing.T) {
	var runs [3][]string
	for i, seed := range []uint64{1, 1, 2} {
		task := enginetest.Task(t, "advisory", "helper")
		task.Seed = seed
		b := enginetest.NewBench(t, task)
		b.First, b.MaxSteps = true, 3_000_000
		if err := (Engine{}).Run(t.Context(), task, b); err != nil {
			t.Fatal(err)
		}
		for _, trial := range b.Trials {
			runs[i] = append(runs[i], trial.Input.Key())
		}
	}
	if d := cmp.Diff(runs[0], runs[1]); d != "" {
		t.Errorf("the same seed gives other tests: %s", d)
	}
	if cmp.Equal(runs[0], runs[2]) {
		t.Error("another seed gives the same tests")
	}
	if len(runs[0]) < 5 {
		t.Errorf("only %d tests", len(runs[0]))
	}
}

type unknownKey struct{}

func (unknownKey) Decode(any) error { return errors.New("unknown key") }

func TestBadParams(t *testing.T) {
	task := enginetest.Task(t, "bound", "patch")
	b := enginetest.NewBench(t, task)
	for _, c := range []struct {
		change func(*Params)
		want   string
	}{
		{func(p *Params) { p.Explore = "newest" }, `dse: explore is "newest": must be one of ["new" "old" "both"]`},
		{func(p *Params) { p.Search = "best" }, `dse: search is "best": must be one of ["bfs" "coverage" "dfs" "interleaved" "random-path"]`},
	} {
		task.Params = enginetest.Params[Params](c.change)
		if err := (Engine{}).Run(t.Context(), task, b); err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	task.Params = unknownKey{}
	if err := (Engine{}).Run(t.Context(), task, b); err == nil || err.Error() != "dse: unknown key" {
		t.Errorf("got %v", err)
	}
}

// Both versions can be explored in turn, to the end.
func TestBothVersions(t *testing.T) {
	task := enginetest.Task(t, "shadowtoy", "patch")
	task.Params = enginetest.Params[Params](func(p *Params) { p.Explore, p.Merge, p.Boundaries = "both", "no", 0 })
	b := enginetest.NewBench(t, task)
	if err := (Engine{}).Run(t.Context(), task, b); err != nil {
		t.Fatal(err)
	}
	// Each version has three paths (y <= 0, z < 3, z >= 3), new one more that
	// faults below arr.
	if n := b.Counters["paths"]; n != 7 {
		t.Errorf("%d paths, want 7", n)
	}
}
