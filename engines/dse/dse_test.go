package dse

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

var sharedCache = sync.OnceValue(cfront.NewCache)

// bench runs inputs on two programs and stops at the first difference.
type bench struct {
	old, new *vm.Instance
	limit    int64 // steps
	steps    int64
	tests    []string
	found    *program.Input
	counters map[string]int64
}

func (b *bench) Try(ctx context.Context, in *program.Input, _ engines.Note) (*engines.Trial, error) {
	if b.found != nil || b.steps > b.limit {
		return nil, engines.ErrBudget
	}
	b.tests = append(b.tests, in.Key())
	old, err := b.old.Run(ctx, in)
	if err != nil {
		return nil, err
	}
	new, err := b.new.Run(ctx, in)
	if err != nil {
		return nil, err
	}
	b.steps += old.Steps + new.Steps
	d := program.Differ(old, new)
	if d.Counts() {
		b.found = in
	}
	return &engines.Trial{Old: old, New: new, Difference: d}, nil
}

func (b *bench) Spend(n int64) error {
	b.steps += n
	if b.steps > b.limit || b.found != nil {
		return engines.ErrBudget
	}
	return nil
}
func (b *bench) Requirement(engines.Requirement) error { return nil }
func (b *bench) Explanation(engines.Explanation) error { return nil }
func (b *bench) Count(name string, n int64)            { b.counters[name] += n }

type params func(into any) error

func (p params) Decode(into any) error { return p(into) }

func withParams(change func(*Params)) engines.Params {
	return params(func(into any) error { change(into.(*Params)); return nil })
}

func machine(t testing.TB, p *program.Program) *vm.Instance {
	t.Helper()
	m, err := vm.New(p, vm.Options{MaxSteps: 1_000_000})
	if err != nil {
		t.Fatal(err)
	}
	return m.NewRun()
}

// taskOf makes a task of a pair of a bundled subject.
func taskOf(t testing.TB, subject, pair string) (*engines.Task, *bench) {
	t.Helper()
	s, err := corpora.Bundled(subject)
	if err != nil {
		t.Fatal(err)
	}
	task := &engines.Task{Model: s.Model, Seed: 1, RunSteps: 1_000_000, Params: withParams(func(*Params) {})}
	for _, p := range s.Pairs {
		if p.Name != pair {
			continue
		}
		for name, b := range map[string]*engines.Build{p.Old: &task.Old, p.New: &task.New} {
			b.Version = s.Version(name)
			if b.Program, err = cfront.Compile(t.Context(), b.Version, cfront.Options{Cache: sharedCache()}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if task.New.Program == nil {
		t.Fatalf("subject %s has no pair %s", subject, pair)
	}
	return task, &bench{old: machine(t, task.Old.Program), new: machine(t, task.New.Program), limit: 1 << 40, counters: map[string]int64{}}
}

// The engine finds the differences of the papers' small examples, and those of
// advisory that random inputs do not find.
func TestFindsDifferences(t *testing.T) {
	for _, c := range []struct{ subject, pair, explore string }{
		{"bound", "patch", "new"}, {"shadowtoy", "patch", "new"}, {"cutfields", "lhs", "new"},
		{"advisory", "needle", "new"}, {"advisory", "sign", "both"}, {"advisory", "brink", "both"},
	} {
		t.Run(c.subject+"/"+c.pair, func(t *testing.T) {
			task, b := taskOf(t, c.subject, c.pair)
			task.Params = withParams(func(p *Params) { p.Explore = c.explore })
			b.limit = 100_000_000
			if err := (Engine{}).Run(t.Context(), task, b); err != nil {
				t.Fatal(err)
			}
			t.Logf("%d tests, %d steps, %v", len(b.tests), b.steps, b.counters)
			if b.found == nil {
				t.Fatal("no difference found")
			}
			t.Log(b.found.Key())
			if n := b.counters["mismatches"]; n > 0 {
				t.Errorf("%d paths do not show what was predicted", n)
			}
		})
	}
}

// Equal tasks give equal tests in equal order; other seeds give others.
func TestSeeds(t *testing.T) {
	var runs [3][]string
	for i, seed := range []uint64{1, 1, 2} {
		task, b := taskOf(t, "advisory", "helper")
		task.Seed, b.limit = seed, 3_000_000
		if err := (Engine{}).Run(t.Context(), task, b); err != nil {
			t.Fatal(err)
		}
		runs[i] = b.tests
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

func TestBadParams(t *testing.T) {
	task, b := taskOf(t, "bound", "patch")
	for _, c := range []struct {
		change func(*Params)
		want   string
	}{
		{func(p *Params) { p.Explore = "newest" }, `dse: explore is "newest": must be one of ["new" "old" "both"]`},
		{func(p *Params) { p.Search = "best" }, `dse: search is "best": must be one of ["bfs" "coverage" "dfs" "interleaved" "random-path"]`},
	} {
		task.Params = withParams(c.change)
		if err := (Engine{}).Run(t.Context(), task, b); err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	task.Params = params(func(any) error { return errors.New("unknown key") })
	if err := (Engine{}).Run(t.Context(), task, b); err == nil || err.Error() != "unknown key" {
		t.Errorf("got %v", err)
	}
}

// Both versions can be explored in turn, to the end.
func TestBothVersions(t *testing.T) {
	task, b := taskOf(t, "shadowtoy", "patch")
	task.Params = withParams(func(p *Params) { p.Explore, p.Merge, p.Boundaries = "both", "no", 0 })
	b.new = b.old // no difference stops it
	if err := (Engine{}).Run(t.Context(), task, b); err != nil {
		t.Fatal(err)
	}
	// Each version has three paths (y <= 0, z < 3, z >= 3), new one more that
	// faults below arr.
	if n := b.counters["paths"]; n != 7 {
		t.Errorf("%d paths, want 7", n)
	}
}
