package main

import (
	"slices"
	"testing"

	"github.com/riftlab/rift/engines/enginetest"
)

// The engine works to the end of its budget, and does the same for the same seed.
func TestNeighbour(t *testing.T) {
	var runs [2][]string
	for i := range runs {
		task := enginetest.Task(t, "advisory", "needle")
		task.Params = enginetest.Params[Params](func(p *Params) { p.Reach = 3 })
		b := enginetest.NewBench(t, task)
		b.MaxTests = 100
		if err := (Neighbour{}).Run(t.Context(), task, b); err != nil {
			t.Fatal(err)
		}
		for _, trial := range b.Trials {
			runs[i] = append(runs[i], trial.Input.Key())
		}
	}
	if len(runs[0]) != 100 {
		t.Errorf("%d inputs tried, want 100", len(runs[0]))
	}
	if !slices.Equal(runs[0], runs[1]) {
		t.Errorf("the same seed gives other inputs: %q, then %q", runs[0], runs[1])
	}
}
