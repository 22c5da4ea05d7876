package shadow

import (
	"context"
	"fmt"
	"os"
	"sync"
	"testing"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
	"github.com/riftlab/rift/program/delta"
)

var sharedCache = sync.OnceValue(cfront.NewCache)

func compile(ctx context.Context, v *program.Version) (*program.Program, error) {
	return cfront.Compile(ctx, v, cfront.Options{Cache: sharedCache()})
}

// bench runs inputs on two programs and keeps what is recorded.
type bench struct {
	old, new *vm.Instance
	limit    int64
	steps    int64
	trials   []trial
	counters map[string]int64
	first    bool // stop at the first difference
	found    bool
}

type trial struct {
	input program.Input
	note  engines.Note
	*engines.Trial
}

func (b *bench) Try(ctx context.Context, in *program.Input, n engines.Note) (*engines.Trial, error) {
	old, err := b.old.Run(ctx, in)
	if err != nil {
		return nil, err
	}
	new, err := b.new.Run(ctx, in)
	if err != nil {
		return nil, err
	}
	t := &engines.Trial{Old: old, New: new}
	t.Difference, t.Class = engines.Classify(old, new, nil)
	b.trials = append(b.trials, trial{*in, n, t})
	if b.first && t.Difference.Counts() {
		b.found = true
		return t, engines.ErrBudget
	}
	return t, b.Spend(old.Steps + new.Steps)
}

func (b *bench) Spend(n int64) error {
	if b.steps += n; b.steps > b.limit {
		return engines.ErrBudget
	}
	return nil
}
func (b *bench) Requirement(engines.Requirement) error { return nil }
func (b *bench) Explanation(engines.Explanation) error { return nil }
func (b *bench) Count(name string, n int64)            { b.counters[name] += n }

type params func(into any) error

func (p params) Decode(into any) error { return p(into) }

func machine(t testing.TB, p *program.Program) *vm.Instance {
	t.Helper()
	m, err := vm.New(p, vm.Options{MaxSteps: 1_000_000})
	if err != nil {
		t.Fatal(err)
	}
	return m.NewRun()
}

func taskOf(t testing.TB, subject, pair string, set func(*Params)) (*engines.Task, *bench) {
	t.Helper()
	s, err := corpora.Bundled(subject)
	if err != nil {
		t.Fatal(err)
	}
	p := s.Pair(pair)
	if p == nil {
		t.Fatalf("subject %s has no pair %s", subject, pair)
	}
	task := &engines.Task{Model: s.Model, Seed: 1, RunSteps: 1_000_000, Tests: s.Tests, Compile: compile,
		Params: params(func(into any) error { set(into.(*Params)); return nil })}
	for name, b := range map[string]*engines.Build{p.Old: &task.Old, p.New: &task.New} {
		b.Version = s.Version(name)
		if b.Program, err = compile(t.Context(), b.Version); err != nil {
			t.Fatal(err)
		}
	}
	return task, &bench{old: machine(t, task.Old.Program), new: machine(t, task.New.Program), limit: 1 << 40, counters: map[string]int64{}}
}

// TestToy is the required example: from each of the three seeds alone, both
// ways to diverge and the underflow of the array, a bug of the new version.
func TestToy(t *testing.T) {
	for seed := range 3 {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			task, b := taskOf(t, "shadowtoy", "patch", func(p *Params) { p.Explore = "no" })
			task.Tests = task.Tests[seed : seed+1]
			if err := (Engine{}).Run(t.Context(), task, b); err != nil {
				t.Fatal(err)
			}
			if b.counters["divergences.old-only"] != 1 || b.counters["divergences.new-only"] != 1 || b.counters["forks.four-way"] != 1 {
				t.Errorf("counters %v", b.counters)
			}
			if b.counters["concolic.bug"]+b.counters["bse.bug"] != 1 || b.counters["mismatches"] != 0 || b.counters["projection.mismatches"] != 0 {
				t.Errorf("counters %v", b.counters)
			}
			found := false
			for _, x := range b.trials {
				if x.New.Fault != nil && x.Old.Fault == nil {
					found = found || x.New.Fault.Kind == program.FaultOutOfBounds && x.input.Values[0].String() == "x=0"
				}
			}
			if !found {
				t.Error("the input x = 0 was not made")
			}
		})
	}
}

// TestBound is the introduction's example: only inputs between the two bounds
// matter.
func TestBound(t *testing.T) {
	task, b := taskOf(t, "bound", "patch", func(p *Params) { p.Seeds, p.Explore = 1, "no" })
	if err := (Engine{}).Run(t.Context(), task, b); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, x := range b.trials {
		if x.note.Phase != phaseTests {
			n++
			if !x.Difference.Counts() {
				t.Errorf("no difference on %v", x.input)
			}
		}
	}
	if n == 0 {
		t.Error("no input between the bounds")
	}
}

// TestFinds runs the engine on pairs of several kinds.
func TestFinds(t *testing.T) {
	for _, c := range []struct{ subject, pair string }{
		{"advisory", "needle"}, {"advisory", "sign"}, {"advisory", "fickle"}, {"advisory", "late"}, {"advisory", "short"},
		{"cutfields", "lhs"}, {"chains", "1,2"},
	} {
		t.Run(c.subject+" "+c.pair, func(t *testing.T) {
			task, b := taskOf(t, c.subject, c.pair, func(p *Params) {
				p.Seeds, p.BSESteps, p.Explore, p.ConcolicSteps, p.QuerySteps = 12, 8_000_000, "no", 20_000_000, 1_000_000
			})
			b.first = true
			if err := (Engine{}).Run(t.Context(), task, b); err != nil {
				t.Fatal(err)
			}
			if !b.found {
				t.Errorf("no difference: %v", b.counters)
			}
			if b.counters["mismatches"] != 0 || b.counters["projection.mismatches"] != 0 {
				t.Errorf("counters %v", b.counters)
			}
		})
	}
}

// TestExplore finds differences without any test to start from.
func TestExplore(t *testing.T) {
	for _, c := range []struct{ subject, pair string }{{"shadowtoy", "patch"}, {"bound", "patch"}, {"advisory", "needle"}, {"chains", "2,4"}} {
		t.Run(c.subject+" "+c.pair, func(t *testing.T) {
			task, b := taskOf(t, c.subject, c.pair, func(p *Params) { p.Generate = 0; p.BSESteps = 20_000_000 })
			task.Tests, b.first = nil, true
			if err := (Engine{}).Run(t.Context(), task, b); err != nil {
				t.Fatal(err)
			}
			if !b.found || b.counters["mismatches"] != 0 {
				t.Errorf("counters %v", b.counters)
			}
		})
	}
}

// TestProjections verifies the unified programs of bundled pairs on their
// tests, and bounds the functions that are kept as a whole: every sixteenth pair,
// or all if RIFT_STUDY is set.
func TestProjections(t *testing.T) {
	every := 16
	if os.Getenv("RIFT_STUDY") != "" {
		every = 1
	}
	pairs, partly, k := 0, 0, 0
	for _, name := range corpora.Names() {
		s, err := corpora.Bundled(name)
		if err != nil {
			t.Fatal(err)
		}
		inputs := make([]program.Input, min(25, len(s.Tests)))
		for i := range inputs {
			inputs[i] = s.Tests[i].Input
		}
		for _, p := range s.Pairs {
			if k++; k%every != 0 {
				continue
			}
			d := delta.Compute(s.Version(p.Old), s.Version(p.New))
			old, err := compile(t.Context(), d.Old)
			if err != nil {
				t.Fatal(err)
			}
			new, err := compile(t.Context(), d.New)
			if err != nil {
				t.Fatal(err)
			}
			u, err := d.Unify(t.Context(), old, new, compile)
			if err != nil {
				t.Errorf("%s %s: %v", name, p.Name, err)
				continue
			}
			pairs++
			if len(u.Fallbacks) > 0 {
				partly++
			}
			v, err := Verify(t.Context(), [2]*program.Program{old, new}, u, inputs, 1_000_000)
			if err != nil {
				t.Fatal(err)
			}
			if !v.OK() {
				t.Errorf("%s %s: %d outcomes and %d traces differ, first %+v", name, p.Name, v.Outcomes, v.Traces, v.First)
			}
		}
	}
	if pairs == 0 || partly*4 > pairs {
		t.Errorf("%d of %d pairs have functions kept as a whole", partly, pairs)
	}
	t.Logf("%d pairs, %d with functions kept as a whole", pairs, partly)
}
