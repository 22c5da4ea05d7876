package papers

import (
	"strings"
	"testing"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/results"
)

// survey returns a run with surveys of all criteria at a distance.
func survey(task, pair string, seed uint64, distance int, detecting map[string]int) results.Run {
	r := results.Run{Task: task, Start: results.Start{Subject: "tcas", Pair: pair, Engine: "matrix", Seed: seed}}
	for _, c := range []string{"stmt", "ctrl", "data", "chain", "full"} {
		r.Surveys = append(r.Surveys, engines.Survey{Criterion: c, Distance: distance, Suites: 100, Detecting: detecting[c]})
	}
	return r
}

func tcasSet() *results.Set {
	return &results.Set{
		Plan: results.PlanHead{Name: "ase08"},
		Runs: []results.Run{
			survey("m/tcas/v1/1", "v1", 1, 3, map[string]int{"stmt": 39, "ctrl": 19, "data": 90, "chain": 48, "full": 100}),
			survey("m/tcas/v7/1", "v7", 1, 2, map[string]int{"stmt": 5}),
		},
		Pairs:   []results.PairOf{{Subject: "tcas", Pair: "v1"}, {Subject: "tcas", Pair: "v7"}},
		Engines: []string{"matrix"},
	}
}

// TestCells compares shares with the published ones by their interval, and
// keeps what cannot be compared apart.
func TestCells(t *testing.T) {
	got := map[string]Cell{}
	for _, c := range Cells(tcasSet()) {
		if _, twice := got[c.Name]; twice {
			t.Errorf("two cells are named %s", c.Name)
		}
		got[c.Name] = c
	}
	for name, want := range map[string]struct {
		agreement Agreement
		printed   string
	}{
		"ase08/table4/v1/matrix/3/stmt":  {Agrees, "41.1"},
		"ase08/table4/v1/matrix/3/ctrl":  {Below, "41.1"},
		"ase08/table4/v1/matrix/3/data":  {Above, "47.3"},
		"ase08/table4/v1/matrix/3/chain": {Agrees, "47.3"},
		"ase08/table4/v1/matrix/3/full":  {Agrees, "100"},
		"ase08/table4/v1/matrix/3/d":     {Agrees, "3"},
		"ase08/table4/v2/full":           {Incomparable, "54.1"}, // not measured
		"ase08/table4/v7/matrix/2/stmt":  {Incomparable, ""},     // not in the paper
	} {
		c, ok := got[name]
		if !ok || c.Agreement != want.agreement || c.Printed != want.printed {
			t.Errorf("%s: %q of %q (%t), want %q of %q", name, c.Agreement, c.Printed, ok, want.agreement, want.printed)
		}
		if c.Value != nil && (len(c.Origin.Tasks) != 1 || !strings.HasPrefix(c.Rerun("out"), "rift results rerun out m/tcas/")) {
			t.Errorf("%s: comes from %v, rerun by %q", name, c.Origin.Tasks, c.Rerun("out"))
		}
	}
}
