// Package analysis computes tables and curves from a loaded results folder.
//
// Terms: a task *detects* if one of its tests shows a difference. A *measure*
// is what a task spends until it detects: tests, steps or seconds. A task that
// does not detect is *censored* where its budget ended it; one that ended for
// any other reason (it finished, crashed, ran out of memory) would not have
// found anything later and is censored at infinity. A *view* is the part of
// the tasks that may be put into one number: those on real errors, on errors
// that somebody planted, and on pairs known to be equal are never mixed. Where
// errors of the pairs are known, further views are of these: see View.Known.
package analysis

import (
	"math"
	"sort"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/stats"
)

// confidence of all intervals, level of all tests.
const (
	confidence = 0.95
	level      = 0.05
)

// View is the generate tasks of one sort of pairs. It keeps what it computed
// and is not safe for concurrent use.
type View struct {
	Key   string // for file names: "real", "seeded", "equal", "known", "known-seeded"
	Title string // for readers
	Equal bool   // the pairs are known to be equal: a difference is a surprise
	// Known says that each of Pairs is a known error of a version pair (see
	// VersionPair), and that a task, which is there once for each error of its
	// pair, detects it if one of its tests exposes it.
	Known   bool
	Pairs   []results.PairOf
	Engines []string
	// Unable are the engines that could not work on any pair of the view.
	Unable []string

	runs          map[string][]*results.Run // by engine
	cells         map[cell][]*results.Run
	deterministic map[string]bool
	left          map[string]int             // tasks that could not be worked on, by engine
	unable        map[cell]State             // why an engine has no task on a pair
	pairTests     map[pairTestKey][]PairTest // see PairTests
}

// cell is an engine on a pair.
type cell struct {
	pair   results.PairOf
	engine string
}

// Views divides the generate tasks of a set that could be worked on. Views
// without tasks are left out.
func Views(set *results.Set) []*View {
	all := []*View{
		{Key: "real", Title: "real errors"},
		{Key: "seeded", Title: "seeded errors"},
		{Key: "known", Title: "known errors", Known: true},
		{Key: "known-seeded", Title: "seeded known errors", Known: true},
		{Key: "equal", Title: "pairs known to be equal", Equal: true},
	}
	for i := range set.Runs {
		run := &set.Runs[i]
		if run.Kind != string(engines.Generate) {
			continue
		}
		v, known := all[0], all[2]
		switch {
		case run.Equivalent:
			v, known = all[4], nil
		case run.Seeded:
			v, known = all[1], all[3]
		}
		v.add(run)
		if known != nil {
			for _, e := range run.Known {
				known.add(exposing(run, e.ID))
			}
		}
	}
	var views []*View
	for _, v := range all {
		if len(v.runs) > 0 {
			v.order(set)
			views = append(views, v)
		}
	}
	return views
}

func (v *View) add(run *results.Run) {
	if v.left == nil {
		v.left, v.unable = map[string]int{}, map[cell]State{}
	}
	if run.Impossible() {
		v.left[run.Engine]++
		k := cell{run.PairOf(), run.Engine}
		if state := stateOf(run); v.unable[k] != StateFailed {
			v.unable[k] = state
		}
		return
	}
	if v.runs == nil {
		v.runs, v.cells = map[string][]*results.Run{}, map[cell][]*results.Run{}
		v.deterministic = map[string]bool{}
	}
	v.runs[run.Engine] = append(v.runs[run.Engine], run)
	k := cell{run.PairOf(), run.Engine}
	v.cells[k] = append(v.cells[k], run)
	if run.Deterministic {
		v.deterministic[run.Engine] = true
	}
}

// order sets Pairs and Engines, in the order of the set.
func (v *View) order(set *results.Set) {
	for _, e := range set.Engines {
		switch {
		case len(v.runs[e]) > 0:
			v.Engines = append(v.Engines, e)
		case v.left[e] > 0:
			v.Unable = append(v.Unable, e)
		}
	}
	pairs := set.Pairs
	if v.Known {
		pairs = knownErrors(set)
	}
	for _, p := range pairs {
		for _, e := range v.Engines {
			if len(v.cells[cell{p, e}]) > 0 {
				v.Pairs = append(v.Pairs, p)
				break
			}
		}
	}
}

// Runs returns the tasks of an engine in canonical order.
func (v *View) Runs(engine string) []*results.Run { return v.runs[engine] }

// Cell returns the tasks of an engine on a pair in canonical order.
func (v *View) Cell(pair results.PairOf, engine string) []*results.Run {
	return v.cells[cell{pair, engine}]
}

// State is what became of an engine on a pair.
type State string

// The states.
const (
	StateAbsent       State = ""               // no task
	StateFound        State = "found"          // some task detects
	StateMissed       State = "missed"         // none does
	StateFailed       State = "failed"         // no task could be worked on
	StateInapplicable State = "not applicable" // the engine says that it cannot work on such a pair
)

// stateOf is the state of a task that could not be worked on.
func stateOf(r *results.Run) State {
	if r.Status == results.StatusInapplicable {
		return StateInapplicable
	}
	return StateFailed
}

// State returns what became of an engine on a pair.
func (v *View) State(pair results.PairOf, engine string) State {
	k, n := share(Difference, v.Cell(pair, engine))
	switch {
	case k > 0:
		return StateFound
	case n > 0:
		return StateMissed
	}
	return v.unable[cell{pair, engine}]
}

// Deterministic reports whether the seed has no influence on the engine.
func (v *View) Deterministic(engine string) bool { return v.deterministic[engine] }

// deterministicNames returns the engines on which the seed has no influence.
func (v *View) deterministicNames() []string {
	var names []string
	for _, e := range v.Engines {
		if v.Deterministic(e) {
			names = append(names, e)
		}
	}
	return names
}

// Measure is what a task spends until it detects.
type Measure struct {
	Key  string // "tests", "steps", "time"
	Name string // for axes and headings, with the unit
	at   func(results.Point) (float64, bool)
	end  func(*results.Run) (float64, bool)
}

// Measures are all measures.
var Measures = []Measure{
	{
		Key: "tests", Name: "tests",
		at:  func(p results.Point) (float64, bool) { return float64(p.Tests), true },
		end: func(r *results.Run) (float64, bool) { return float64(r.Tests), true },
	},
	{
		Key: "steps", Name: "steps",
		at:  func(p results.Point) (float64, bool) { return float64(p.Steps), true },
		end: func(r *results.Run) (float64, bool) { return float64(r.Steps), true },
	},
	{
		Key: "time", Name: "CPU seconds",
		at: func(p results.Point) (float64, bool) { return p.Seconds, p.Timed },
		end: func(r *results.Run) (float64, bool) {
			if r.Measured == nil {
				return 0, false
			}
			return r.Measured.CPU, true
		},
	},
}

// Goal is the event that is waited for.
type Goal struct {
	Key  string // "difference", "error"
	Name string
	of   func(*results.Run) *results.Point
	// applies tells whether the task could reach the goal.
	applies func(*results.Run) bool
}

// The goals.
var (
	Difference = Goal{
		Key: "difference", Name: "difference",
		of:      func(r *results.Run) *results.Point { return r.First },
		applies: func(*results.Run) bool { return true },
	}
	Error = Goal{
		Key: "error", Name: "differential error",
		of:      func(r *results.Run) *results.Point { return r.FirstError },
		applies: func(r *results.Run) bool { return r.Golden },
	}
)

// observe returns what the task tells about the time to the goal; false if it
// was not measured.
func (m *Measure) observe(g Goal, r *results.Run) (stats.Observation, bool) {
	if p := g.of(r); p != nil {
		t, ok := m.at(*p)
		return stats.Observation{Time: t, Event: true}, ok
	}
	if cutShort(r) {
		t, ok := m.end(r)
		return stats.Observation{Time: t}, ok
	}
	return stats.Observation{Time: math.Inf(1)}, true
}

// dependent reports whether one of the tasks that did not reach the goal was
// ended by a budget of another measure. How much it had spent of this measure
// then tells how costly its tests are, or how quick it is, so that it is no
// censoring that an estimate may use: an engine with few costly tests would look
// as if it needed few.
func (m *Measure) dependent(g Goal, runs []*results.Run) bool {
	for _, r := range runs {
		if !g.applies(r) || g.of(r) != nil || !cutShort(r) || r.Status == results.StatusDone {
			continue
		}
		if m.Key != endedBy(r) && !(m.Key != "time" && endedBy(r) == "") {
			return true
		}
	}
	return false
}

// endedBy returns the key of the measure whose budget ended a task; "" if it was
// one of tests or steps and the record does not tell which.
func endedBy(r *results.Run) string {
	switch {
	case r.Status == results.StatusTime || r.Status == results.StatusKilled:
		return "time"
	case r.Start.Budget.Tests > 0 && r.Tests >= r.Start.Budget.Tests:
		return "tests"
	case r.Start.Budget.Steps > 0 && r.Steps >= r.Start.Budget.Steps:
		return "steps"
	}
	return ""
}

// cutShort reports whether the task could have found more later: its budget
// ended it, or it was told to stop at what its last test showed.
func cutShort(r *results.Run) bool {
	switch r.Status {
	case results.StatusBudget, results.StatusTime, results.StatusKilled:
		return true
	case results.StatusDone:
		return r.First != nil && r.First.Tests == r.Tests || exposedLast(r)
	}
	return false
}

// observations returns those of all runs to which the goal applies, and false
// if one of them was not measured: leaving it out would bias the rest.
func (m *Measure) observations(g Goal, runs []*results.Run) ([]stats.Observation, bool) {
	obs := make([]stats.Observation, 0, len(runs))
	for _, r := range runs {
		if !g.applies(r) {
			continue
		}
		o, ok := m.observe(g, r)
		if !ok {
			return nil, false
		}
		obs = append(obs, o)
	}
	return obs, len(obs) > 0
}

// ranks returns for each run what it spent until the goal, +Inf if it did not
// reach it: values for tests on ranks, where only the order counts. False as
// observations.
func (m *Measure) ranks(g Goal, runs []*results.Run) ([]float64, bool) {
	obs, ok := m.observations(g, runs)
	xs := make([]float64, len(obs))
	for i, o := range obs {
		xs[i] = o.Time
		if !o.Event {
			xs[i] = math.Inf(1)
		}
	}
	return xs, ok
}

// share counts the runs to which the goal applies and those that reached it.
func share(g Goal, runs []*results.Run) (k, n int) {
	for _, r := range runs {
		if !g.applies(r) {
			continue
		}
		n++
		if g.of(r) != nil {
			k++
		}
	}
	return k, n
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
