package shadow

import (
	"fmt"
	"os"
	"testing"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/enginetest"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/unify"
)

// taskOf returns a task of a pair with the engine's parameters as set changes them, and
// a bench for it.
func taskOf(t testing.TB, subject, pair string, set func(*Params)) (*engines.Task, *enginetest.Bench) {
	t.Helper()
	task := enginetest.Task(t, subject, pair)
	task.Params = enginetest.Params[Params](set)
	return task, enginetest.NewBench(t, task)
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
			if b.Counters["divergences.old-only"] != 1 || b.Counters["divergences.new-only"] != 1 || b.Counters["forks.four-way"] != 1 {
				t.Errorf("counters %v", b.Counters)
			}
			if b.Counters["concolic.bug"]+b.Counters["bse.bug"] != 1 || b.Counters["mismatches"] != 0 || b.Counters["projection.mismatches"] != 0 {
				t.Errorf("counters %v", b.Counters)
			}
			found := false
			for _, x := range b.Trials {
				if x.New.Fault != nil && x.Old.Fault == nil {
					found = found || x.New.Fault.Kind == program.FaultOutOfBounds && x.Input.Values[0].String() == "x=0"
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
	for _, x := range b.Trials {
		if x.Note.Phase != phaseTests {
			n++
			if !x.Difference.Counts() {
				t.Errorf("no difference on %v", x.Input)
			}
		}
	}
	if n == 0 {
		t.Error("no input between the bounds")
	}
}

// TestFinds runs the engine on pairs of several kinds; on the one that takes ten
// times longer than the others if RIFT_LONG is set.
func TestFinds(t *testing.T) {
	for _, c := range []struct{ subject, pair string }{
		{"advisory", "needle"}, {"advisory", "sign"}, {"advisory", "fickle"}, {"advisory", "late"}, {"advisory", "short"},
		{"cutfields", "lhs"}, {"chains", "1,2"},
	} {
		if c.pair == "fickle" && os.Getenv("RIFT_LONG") == "" {
			continue
		}
		t.Run(c.subject+" "+c.pair, func(t *testing.T) {
			task, b := taskOf(t, c.subject, c.pair, func(p *Params) {
				p.Seeds, p.BSESteps, p.Explore, p.ConcolicSteps, p.QuerySteps = 12, 8_000_000, "no", 20_000_000, 1_000_000
			})
			b.First = true
			if err := (Engine{}).Run(t.Context(), task, b); err != nil {
				t.Fatal(err)
			}
			if len(b.Differing()) == 0 {
				t.Errorf("no difference: %v", b.Counters)
			}
			if b.Counters["mismatches"] != 0 || b.Counters["projection.mismatches"] != 0 {
				t.Errorf("counters %v", b.Counters)
			}
		})
	}
}

// TestExplore finds differences without any test to start from.
func TestExplore(t *testing.T) {
	for _, c := range []struct{ subject, pair string }{{"shadowtoy", "patch"}, {"bound", "patch"}, {"advisory", "needle"}, {"chains", "2,4"}} {
		t.Run(c.subject+" "+c.pair, func(t *testing.T) {
			task, b := taskOf(t, c.subject, c.pair, func(p *Params) { p.Generate = 0; p.BSESteps = 20_000_000 })
			task.Tests, b.First = nil, true
			if err := (Engine{}).Run(t.Context(), task, b); err != nil {
				t.Fatal(err)
			}
			if len(b.Differing()) == 0 || b.Counters["mismatches"] != 0 {
				t.Errorf("counters %v", b.Counters)
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
			old, new := enginetest.Build(t, d.Old), enginetest.Build(t, d.New)
			u, err := unify.Merge(t.Context(), d, old.Program, new.Program, enginetest.Compile)
			if err != nil {
				t.Errorf("%s %s: %v", name, p.Name, err)
				continue
			}
			pairs++
			if len(u.Fallbacks) > 0 {
				partly++
			}
			v, err := Verify(t.Context(), [2]engines.Build{old, new}, u, inputs, 1_000_000)
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
