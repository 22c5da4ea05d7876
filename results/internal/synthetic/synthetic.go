// Package synthetic writes results folders with invented findings, for tests
// and benchmarks of everything that reads them. Equal options give equal
// folders.
package synthetic

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/results"
)

// Options sizes a folder.
type Options struct {
	Pairs    int // version pairs with a difference
	Equal    int // version pairs without one
	Seeds    int // per randomised engine
	Tests    int // budget per task
	Segments int // at least 1
	Explain  bool
	Seed     uint64
}

// Small is a folder of a few hundred records that has something of everything.
var Small = Options{Pairs: 8, Equal: 2, Seeds: 6, Tests: 60, Segments: 3, Explain: true, Seed: 1}

// Many is a folder of about 110,000 records in 6,795 tasks, most of them
// differing inputs.
var Many = Options{Pairs: 40, Equal: 5, Seeds: 75, Tests: 2400, Segments: 8, Seed: 2}

// Hash is the experiment of all folders written here.
const Hash = "5e7f0000000000000000000000000000000000000000000000000000000000aa"

type engine struct {
	name          string
	deterministic bool
	power         float64 // factor on the chance that a test shows a difference
	stepsPerTest  int64
}

var generators = []engine{
	{"walker", false, 1, 900},
	{"directed", false, 6, 5200},
	{"solver", true, 20, 64000},
}

var explainers = []engine{{"halver", true, 0, 700}, {"tracer", true, 1, 2500}}

// Write writes a folder into dir.
func Write(dir string, o Options) error {
	w := writer{Options: o, rng: rand.New(rand.NewPCG(o.Seed, 7))}
	if err := w.open(dir); err != nil {
		return err
	}
	for p := range o.Pairs + o.Equal {
		for _, e := range generators {
			seeds := o.Seeds
			if e.deterministic {
				seeds = 1
			}
			for s := range seeds {
				if err := w.generate(e, p, s+1); err != nil {
					return err
				}
			}
		}
	}
	if o.Explain {
		for p := range o.Pairs {
			for _, e := range explainers {
				if err := w.explain(e, p); err != nil {
					return err
				}
			}
		}
	}
	return w.close(dir)
}

type writer struct {
	Options
	rng      *rand.Rand
	segments []*results.Segment
	tasks    []results.PlanTask
}

func (w *writer) open(dir string) error {
	folder, err := results.Open(dir)
	if err != nil {
		return err
	}
	folder.NoSync = true
	for i := range max(1, w.Segments) {
		s, err := folder.Segment(fmt.Sprintf("host%d-%d", i%2+1, 1000+i))
		if err != nil {
			return err
		}
		w.segments = append(w.segments, s)
	}
	return nil
}

func (w *writer) close(dir string) error {
	for _, s := range w.segments {
		if err := s.Close(); err != nil {
			return err
		}
	}
	data, err := json.Marshal(results.PlanHead{Hash: Hash, Name: "synthetic", Tasks: w.tasks})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "plan.json"), data, 0o666)
}

// begin returns the segment and the Start of the next task.
func (w *writer) begin(e engine, kind engines.Kind, p, seed int) (*results.Segment, string, *results.Start) {
	subject := []string{"beacon", "ledger"}[p%2]
	pair := fmt.Sprintf("v%d", p/2+1)
	task := fmt.Sprintf("%s/%s/%s/%d", e.name, subject, pair, seed)
	seg := w.segments[len(w.tasks)%len(w.segments)]
	w.tasks = append(w.tasks, results.PlanTask{ID: task})
	return seg, task, &results.Start{
		Experiment: Hash, Subject: subject, Pair: pair, Engine: e.name, Kind: string(kind), Deterministic: e.deterministic,
		Seed: w.rng.Uint64() >> 11, SubjectHash: "cafe" + subject, Seeded: subject == "beacon",
		Equivalent: p >= w.Pairs, Golden: subject == "ledger" && p < w.Pairs, Budget: results.Budget{Tests: w.Tests, Wall: 60},
	}
}

func (w *writer) finish(seg *results.Segment, task string, m results.Measure, end *results.End) error {
	m.Task, m.Method, m.Version, m.MaxRSS = task, "rusage+rlimit", "v0.1.0", 30<<20+w.rng.Int64N(20<<20)
	m.CPU = m.Wall * 1.1
	m.Host = results.Host{Name: "node1", Kernel: "Linux 6.1", CPU: "Example CPU @ 2.4GHz", Cores: 2}
	if err := seg.Measure(&m); err != nil {
		return err
	}
	return seg.Append(&results.Record{Task: task, End: end})
}

func (w *writer) generate(e engine, p, seed int) error {
	seg, task, start := w.begin(e, engines.Generate, p, seed)
	if err := seg.Append(&results.Record{Task: task, Start: start}); err != nil {
		return err
	}
	chance := 0.0
	if !start.Equivalent {
		chance = min(0.9, e.power*0.08/float64(1+p*p))
	}
	var m results.Measure
	end := &results.End{Status: results.StatusBudget, Reason: "the tests budget is spent", Counters: map[string]int64{"queries": w.rng.Int64N(900)}}
	for n := 1; n <= w.Tests; n++ {
		end.Tests, end.Steps = n, end.Steps+e.stepsPerTest/2+w.rng.Int64N(e.stepsPerTest)
		m.Wall += 0.0001 * (1 + w.rng.Float64()) * float64(e.stepsPerTest) / 900
		switch r := w.rng.IntN(4000); {
		case r == 0:
			end.Status, end.Reason = results.StatusCrashed, "signal: segmentation fault"
		case r < 4:
			end.Status, end.Reason = results.StatusTime, "the wall limit is reached"
		}
		if end.Status != results.StatusBudget {
			break
		}
		if w.rng.Float64() >= chance {
			continue
		}
		m.TestsAt, m.TestsCPU = append(m.TestsAt, m.Wall), append(m.TestsCPU, m.Wall*1.1)
		t := w.difference(n, p, start.Golden)
		t.Steps = end.Steps
		if err := seg.Append(&results.Record{Task: task, Test: t}); err != nil {
			return err
		}
	}
	if e.deterministic && start.Equivalent {
		end.Status, end.Reason, end.Exhausted = results.StatusDone, "", true
	}
	if end.Status == results.StatusTime {
		end.Warnings = []string{"a floating-point value was made concrete"}
	}
	return w.finish(seg, task, m, end)
}

// difference invents a test that shows a difference.
func (w *writer) difference(n, p int, golden bool) *results.TestRecord {
	t := &results.TestRecord{N: n, Difference: program.DiffStdout, Input: program.Input{
		Args: []program.Bytes{program.Bytes(fmt.Sprint("-w", w.rng.IntN(50))), program.Bytes("it's")},
	}}
	if w.rng.IntN(3) == 0 {
		t.Input.Stdin = program.Bytes("line one\n\x00\xff<b>&\n")
	}
	old := program.Outcome{Stdout: program.Bytes(fmt.Sprintf("pair %d\nsum = %d\nok\n", p, n)), Steps: 812}
	changed := old
	changed.Stdout = program.Bytes(fmt.Sprintf("pair %d\nsum = %d\nok\n", p, n+p+1))
	if p%3 == 1 {
		t.Difference = program.DiffEnding
		changed = program.Outcome{Ending: program.Faulted, Stdout: program.Bytes(fmt.Sprintf("pair %d\n", p)), Steps: 400, Fault: &program.Fault{
			Kind: program.FaultOutOfBounds, Message: `4 bytes at offset 12 of object "arr" (12 bytes)`,
			Pos: program.Position{File: "ledger.c", Line: 41, Col: 7}, Func: "book", Stack: []string{"main ledger.c:90:3"},
		}}
	}
	if golden {
		t.Class, t.Golden = engines.ClassRegression, &old
		if p%4 == 3 && n%2 == 0 {
			t.Class, t.Golden = engines.ClassProgression, &changed
		}
	}
	t.Old, t.New = &old, &changed
	return t
}

func (w *writer) explain(e engine, p int) error {
	seg, task, start := w.begin(e, engines.Explain, p, 1)
	start.Changes, start.Truth = 6+p, []string{"c2", "c3"}
	answer := engines.Explanation{Root: []string{"c3"}, Runs: 11 + p, Unresolved: p % 3, OneMinimal: true}
	if e.power > 0 {
		answer.Root, answer.Confirmed = []string{"c2", "c3"}, true
		if p%5 == 4 {
			answer.Auxiliary = []string{"c5"}
		}
	}
	records := []*results.Record{{Task: task, Start: start}, {Task: task, Explanation: &answer}}
	for i := range 5 {
		records = append(records, &results.Record{Task: task, Requirement: &engines.Requirement{
			ID: fmt.Sprint(i), Criterion: "chain", Change: "c1", Status: []string{"covered", "uncovered", "covered", "infeasible", "unknown"}[i],
		}})
	}
	for _, r := range records {
		if err := seg.Append(r); err != nil {
			return err
		}
	}
	return w.finish(seg, task, results.Measure{Wall: 0.2}, &results.End{Status: results.StatusDone, Steps: e.stepsPerTest * 20, Tests: 11 + p})
}
