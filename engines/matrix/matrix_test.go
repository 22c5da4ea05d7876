package matrix

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/enginetest"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow"
)

// with returns parameters of the engine, changed from their defaults.
func with(change func(*Params)) enginetest.Params[Params] { return change }

// runEngine runs the engine on a task, for so many steps.
func runEngine(t *testing.T, task *engines.Task, steps int64) *enginetest.Bench {
	t.Helper()
	b := enginetest.NewBench(t, task)
	b.MaxSteps = steps
	if err := (Engine{}).Run(t.Context(), task, b); err != nil && !errors.Is(err, engines.ErrBudget) {
		t.Fatal(err)
	}
	return b
}

func bundledTask(t *testing.T, subject, pair string, change func(*Params)) *engines.Task {
	t.Helper()
	task := enginetest.Task(t, subject, pair)
	task.Params = with(change)
	return task
}

// sane checks that the requirements are recorded once each, and that what a
// chain covers is covered by the chains that it extends.
func sane(t *testing.T, b *enginetest.Bench) {
	t.Helper()
	status := map[string]string{}
	var covered, open int64
	for _, q := range b.Requirements {
		if _, twice := status[q.ID]; twice {
			t.Errorf("requirement %s is recorded twice", q.ID)
		}
		status[q.ID] = q.Status
		switch q.Status {
		case "covered":
			covered++
		case "uncovered":
			open++
		case "infeasible":
		default:
			t.Errorf("requirement %s is %q", q.ID, q.Status)
		}
	}
	for id, s := range status {
		chain, condition := id[:len(id)-1], id[len(id)-1]
		if condition != '0' && s == "covered" && status[chain+"0"] != "covered" {
			t.Errorf("%s is covered, its chain is not", id)
		}
	}
	if covered != b.Counters["covered"] || open != b.Counters["open"] || covered == 0 {
		t.Errorf("%d covered and %d uncovered requirements, the counters say %d and %d", covered, open, b.Counters["covered"], b.Counters["open"])
	}
}

// TestGenerates finds differences that the tests given to it do not show, and
// the same ones again.
func TestGenerates(t *testing.T) {
	for _, x := range []struct{ subject, pair string }{{"bound", "patch"}, {"shadowtoy", "patch"}, {"critical", "skipped"}, {"chains", "1"}} {
		t.Run(x.subject, func(t *testing.T) {
			task := bundledTask(t, x.subject, x.pair, func(p *Params) { p.Distance = 3 })
			b := runEngine(t, task, 3_000_000)
			sane(t, b)
			if !slices.ContainsFunc(b.Differing(), func(x enginetest.Trial) bool { return x.Note.Test == "" }) {
				t.Errorf("no difference among %d inputs", len(b.Trials))
			}
			if diff := cmp.Diff(b, runEngine(t, task, 3_000_000), cmpopts.IgnoreUnexported(enginetest.Bench{}), cmpopts.IgnoreFields(program.Outcome{}, "Covered")); diff != "" {
				t.Errorf("the second run differs: %s", diff)
			}
		})
	}
}

// TestGeneratesForUncovered covers more with generation than the suite does.
func TestGeneratesForUncovered(t *testing.T) {
	covered := map[bool]int64{}
	for _, generate := range []bool{false, true} {
		task := bundledTask(t, "critical", "skipped", func(p *Params) { p.Distance, p.Suite, p.Generate = 2, 1, generate })
		covered[generate] = runEngine(t, task, 3_000_000).Counters["covered"]
	}
	if covered[true] <= covered[false] {
		t.Errorf("%d requirements are covered with generated tests, %d without", covered[true], covered[false])
	}
}

func sourceTask(t *testing.T, old, new string, inputs ...program.Input) *engines.Task {
	t.Helper()
	task := enginetest.Between(t, version("old", old), version("new", new), program.InputModel{})
	task.RunSteps, task.Params = 100_000, with(func(p *Params) { p.Generate, p.Suite = false, -1 })
	for i, in := range inputs {
		task.Tests = append(task.Tests, program.Test{Name: fmt.Sprint(i), Input: in})
	}
	return task
}

func arguments(list ...string) program.Input {
	var in program.Input
	for _, s := range list {
		in.Args = append(in.Args, program.Bytes(s))
	}
	return in
}

// TestSurveys draws suites from all inputs of the paper's example: those that
// satisfy full at the outputs always show a difference, those that merely
// execute the change seldom do.
func TestSurveys(t *testing.T) {
	task := bundledTask(t, "chains", "1", func(p *Params) { p.Distance, p.Suites, p.Generate = 3, 200, false })
	task.Tests = nil
	for _, in := range inputsE() {
		in.Entry = task.Model.Entry
		task.Tests = append(task.Tests, program.Test{Input: in})
	}
	detecting := map[string]int{}
	b := runEngine(t, task, 1e9)
	if n, counted := b.Counters["open"]; len(b.Requirements) > 0 || counted {
		t.Errorf("%d requirements are recorded, %d counted as open, though no test was assessed", len(b.Requirements), n)
	}
	for _, s := range b.Surveys {
		if s.Suites != 200 || s.Tests < s.Suites || s.Coverable > s.Requirements || s.Greatest != (s.Distance == 3) || s.Change != "" || s.Grain != "piece" {
			t.Errorf("survey %+v", s)
		}
		if s.Pool != 100 || s.Executing != 100 || s.Differing != 20 {
			t.Errorf("%d of %d tests execute the change and %d of these differ, want 100 of 100 and 20", s.Executing, s.Pool, s.Differing)
		}
		if s.Greatest {
			detecting[s.Criterion] = s.Detecting
		}
	}
	// By the paper: 20 % of 200, 74.1 % where there is one test for each chain.
	if n := detecting["stmt"]; n < 20 || n > 65 {
		t.Errorf("stmt: %d of 200 suites show a difference, about 40 are expected", n)
	}
	if n := detecting["chain"]; n < 120 || n > 180 {
		t.Errorf("chain: %d of 200 suites show a difference, about 148 are expected", n)
	}
	if n := detecting["full"]; n != 200 {
		t.Errorf("full: %d of 200 suites show a difference, want all", n)
	}
}

// TestSurveysOfEachChange: where a pair has two changes, suites are drawn for
// each of them too, of requirements that are about it.
func TestSurveysOfEachChange(t *testing.T) {
	task := bundledTask(t, "chains", "1,2", func(p *Params) { p.Distance, p.Suites, p.Generate = 1, 20, false })
	requirements := map[string]int{}
	executing := map[string]int{}
	for _, s := range runEngine(t, task, 1e12).Surveys {
		if s.Criterion == string(Full) {
			requirements[s.Change] = s.Requirements
			executing[s.Change] = s.Executing
		}
	}
	if len(requirements) != 3 {
		t.Fatalf("surveys of %v, want all and two changes", requirements)
	}
	sum, most := -requirements[""], 0
	for change, n := range requirements {
		sum += n
		if change != "" {
			most = max(most, executing[change])
		}
	}
	if sum != requirements[""] {
		t.Errorf("requirements %v do not add up", requirements)
	}
	if most > executing[""] {
		t.Errorf("executing %v", executing)
	}
}

// TestDependencesOnce checks that what two locations carry from one node to another
// is one dependence: a run does not tell them apart, and chains through the second
// would never be executed.
func TestDependencesOnce(t *testing.T) {
	for _, name := range []string{"calc", "distant", "sequence"} {
		s, err := corpora.Bundled(name)
		if err != nil {
			t.Fatal(err)
		}
		p := enginetest.Build(t, s.Version(s.Pairs[0].New)).Program
		d, err := newDependences(t.Context(), p, s.Model.Entry)
		if err != nil {
			t.Fatal(err)
		}
		several := 0
		for i := range d.flow.Len() {
			if !slices.IsSortedFunc(d.next[i], compareEdges) || len(slices.CompactFunc(slices.Clone(d.next[i]), sameEdge)) != len(d.next[i]) {
				t.Errorf("%s: dependences on %s are not in order, each once", name, place(d.flow, flow.Node(i)))
			}
			list := d.flow.Data(flow.Node(i))
			for k := range list {
				if k > 0 && list[k].Node == list[k-1].Node {
					several++
				}
			}
		}
		if several == 0 {
			t.Errorf("%s: no dependence is carried by two locations", name)
		}
	}
}
