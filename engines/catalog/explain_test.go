package catalog_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/catalog"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
	"github.com/riftlab/rift/program/delta"
)

// explained is what one engine says about one pair.
type explained struct {
	e        engines.Explanation
	counters map[string]int64
	took     time.Duration
}

// Explanation and the others implement engines.Recorder.
func (x *explained) Explanation(e engines.Explanation) error { x.e = e; return nil }

func (*explained) Try(context.Context, *program.Input, engines.Note) (*engines.Trial, error) {
	return nil, fmt.Errorf("an Explain engine tries no inputs")
}
func (*explained) Spend(int64) error                     { return nil }
func (*explained) Requirement(engines.Requirement) error { return nil }
func (x *explained) Count(name string, n int64)          { x.counters[name] += n }

type noParams struct{}

func (noParams) Decode(any) error { return nil }

// workshop compiles and runs, each text once.
type workshop struct {
	cache    *cfront.Cache
	programs map[string]*program.Program
	machines map[*program.Program]*vm.Instance
}

func newWorkshop() *workshop {
	return &workshop{cfront.NewCache(), map[string]*program.Program{}, map[*program.Program]*vm.Instance{}}
}

func (w *workshop) compile(ctx context.Context, v *program.Version) (*program.Program, error) {
	key := v.Hash()
	if p := w.programs[key]; p != nil {
		return p, nil
	}
	p, err := cfront.Compile(ctx, v, cfront.Options{Cache: w.cache})
	if err == nil {
		w.programs[key] = p
	}
	return p, err
}

func (w *workshop) execute(ctx context.Context, p *program.Program, in *program.Input) (*program.Outcome, error) {
	x := w.machines[p]
	if x == nil {
		m, err := vm.New(p, vm.Options{MaxSteps: 1e7})
		if err != nil {
			return nil, err
		}
		x = m.NewRun()
		w.machines[p] = x
	}
	return x.Run(ctx, in)
}

// task makes the explanation task of a pair; test nil takes the pair's own.
func (w *workshop) task(t *testing.T, s *corpora.Subject, p *corpora.Pair, test *program.Test) *engines.Task {
	t.Helper()
	build := func(name string) engines.Build {
		v := s.Version(name)
		c, err := w.compile(t.Context(), v)
		if err != nil {
			t.Fatal(err)
		}
		return engines.Build{Version: v, Program: c}
	}
	if test == nil {
		test = s.Test(p.Failing)
	}
	return &engines.Task{
		Subject: s.Name, Pair: p.Name, Old: build(p.Old), New: build(p.New), Failing: test, Params: noParams{},
		Compile: w.compile, Execute: w.execute, RunSteps: 1e7,
	}
}

// explainers returns the engines that explain, dd first.
func explainers() []engines.Engine {
	var out []engines.Engine
	for _, e := range catalog.All() {
		if engines.Describe(e).Kind == engines.Explain {
			out = append(out, e)
		}
	}
	slices.SortStableFunc(out, func(a, b engines.Engine) int { return strings.Compare(order(a), order(b)) })
	return out
}

func order(e engines.Engine) string {
	return map[string]string{"dd": "0", "add": "1", "probdd": "2", "synergy": "3"}[e.Name()]
}

// truth returns the names of the changes that the manifest blames.
func truth(s *corpora.Subject, p *corpora.Pair) []string {
	d := delta.Compute(s.Version(p.Old), s.Version(p.New))
	var ids []string
	for _, c := range d.Changes {
		if slices.ContainsFunc(p.Truth, func(place corpora.Place) bool { return place.Touches(c) }) {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// verdict says how an answer compares with the truth: a change to blame must be
// among the root changes; others of the same edit may be auxiliary.
func verdict(e *engines.Explanation, truth []string) string {
	root, hit := 0, 0
	for _, c := range truth {
		if slices.Contains(e.Root, c) {
			root++
		}
		if slices.Contains(e.Root, c) || slices.Contains(e.Auxiliary, c) {
			hit++
		}
	}
	switch {
	case !e.Confirmed:
		return "missed"
	case len(truth) == 0:
		return "unknown"
	case root == 0:
		return "missed"
	case hit == len(truth):
		return "found"
	}
	return "partial"
}

func median(x []int) int {
	x = slices.Sorted(slices.Values(x))
	return x[len(x)/2]
}

// study runs all explain engines on tasks and checks what synergy promises.
type study struct {
	runs, blamed map[string][]int
	found        map[string]map[string]int
}

func (st *study) add(t *testing.T, k *engines.Task, truth []string) map[string]*explained {
	t.Helper()
	out := map[string]*explained{}
	for _, e := range explainers() {
		x := &explained{counters: map[string]int64{}}
		begin := time.Now()
		if err := e.Run(t.Context(), k, x); err != nil {
			t.Errorf("%s/%s: %s: %v", k.Subject, k.Pair, e.Name(), err)
			continue
		}
		x.took = time.Since(begin)
		v := verdict(&x.e, truth)
		name := e.Name()
		out[name] = x
		st.runs[name] = append(st.runs[name], x.e.Runs)
		st.blamed[name] = append(st.blamed[name], len(x.e.Root))
		if st.found[name] == nil {
			st.found[name] = map[string]int{}
		}
		st.found[name][v]++
		t.Logf("%-14s %-10s %-8s %3d changes: %-8s blames %v +%v, %d runs, %d unresolved, 1-minimal %v, %s, %d causes, %d steps, %v",
			k.Subject, k.Pair, name, x.counters["changes"], v, x.e.Root, x.e.Auxiliary, x.e.Runs, x.e.Unresolved, x.e.OneMinimal, x.e.Found, x.counters["causes"], x.counters["trace_steps"], x.took.Round(time.Millisecond))
	}
	return out
}

// TestBundledExplanations runs every explain engine on every bundled pair with
// a failing test: synergy finds what is to blame wherever dd does, blames no
// more changes in the median, needs fewer runs, and its answers are confirmed
// and 1-minimal.
func TestBundledExplanations(t *testing.T) {
	w := newWorkshop()
	st := &study{map[string][]int{}, map[string][]int{}, map[string]map[string]int{}}
	for _, name := range corpora.Names() {
		s, err := corpora.Bundled(name)
		if err != nil {
			t.Fatal(err)
		}
		for i := range s.Pairs {
			p := &s.Pairs[i]
			if p.Failing == "" {
				continue
			}
			blame := truth(s, p)
			x := st.add(t, w.task(t, s, p, nil), blame)
			dd, sy := x["dd"], x["synergy"]
			if dd == nil || sy == nil {
				continue
			}
			if !sy.e.Confirmed || !sy.e.OneMinimal {
				t.Errorf("%s/%s: synergy answers %v, confirmed %v, 1-minimal %v", name, p.Name, sy.e.Root, sy.e.Confirmed, sy.e.OneMinimal)
			}
			if verdict(&dd.e, blame) == "found" && verdict(&sy.e, blame) != "found" {
				t.Errorf("%s/%s: dd finds %v, synergy answers %v\n%s", name, p.Name, blame, sy.e.Root, sy.e.Text)
			}
			for _, c := range sy.e.Causes {
				if !c.Minimal {
					t.Errorf("%s/%s: the cause of %s: %s is not known to be minimal", name, p.Name, c.At, c.Text)
				}
			}
		}
	}
	st.compare(t)
}

func (st *study) compare(t *testing.T) {
	t.Helper()
	for _, e := range explainers() {
		n := e.Name()
		t.Logf("%-8s runs: median %d, blamed: median %d, %v", n, median(st.runs[n]), median(st.blamed[n]), st.found[n])
	}
	if median(st.blamed["synergy"]) > median(st.blamed["dd"]) || median(st.runs["synergy"]) >= median(st.runs["dd"]) {
		t.Errorf("synergy blames %d changes with %d runs in the median, dd %d with %d",
			median(st.blamed["synergy"]), median(st.runs["synergy"]), median(st.blamed["dd"]), median(st.runs["dd"]))
	}
}

// TestTcasExplanations does the same on the versions of tcas that a test of the
// pool tells from the original. Set RIFT_TCAS to a folder in the layout of the
// Software-artifact Infrastructure Repository.
func TestTcasExplanations(t *testing.T) {
	dir := os.Getenv("RIFT_TCAS")
	if dir == "" {
		t.Skip("RIFT_TCAS does not name the folder of tcas")
	}
	list, err := corpora.Open("sir:"+dir, "")
	if err != nil {
		t.Fatal(err)
	}
	s := list[0]
	w := newWorkshop()
	st := &study{map[string][]int{}, map[string][]int{}, map[string]map[string]int{}}
	for i := range s.Pairs {
		p := &s.Pairs[i]
		test := w.firstFailing(t, s, p)
		if test == nil {
			t.Logf("%s: no test of the pool fails", p.Name)
			continue
		}
		d := delta.Compute(s.Version(p.Old), s.Version(p.New))
		ids := d.IDs(d.All()) // the fix is the original: every change is part of the error
		x := st.add(t, w.task(t, s, p, test), ids)
		if sy := x["synergy"]; sy != nil && (!sy.e.Confirmed || !sy.e.OneMinimal) {
			t.Errorf("%s: synergy answers %v, confirmed %v, 1-minimal %v", p.Name, sy.e.Root, sy.e.Confirmed, sy.e.OneMinimal)
		}
	}
	for _, e := range explainers() {
		n := e.Name()
		t.Logf("%-8s runs: median %d, blamed: median %d, %v", n, median(st.runs[n]), median(st.blamed[n]), st.found[n])
	}
}

// firstFailing returns the first test of the pool that differs.
func (w *workshop) firstFailing(t *testing.T, s *corpora.Subject, p *corpora.Pair) *program.Test {
	t.Helper()
	k := w.task(t, s, p, &program.Test{})
	for i := range s.Tests {
		old, err := w.execute(t.Context(), k.Old.Program, &s.Tests[i].Input)
		if err != nil {
			t.Fatal(err)
		}
		new, err := w.execute(t.Context(), k.New.Program, &s.Tests[i].Input)
		if err != nil {
			t.Fatal(err)
		}
		if program.Differ(old, new).Counts() {
			return &s.Tests[i]
		}
	}
	return nil
}
