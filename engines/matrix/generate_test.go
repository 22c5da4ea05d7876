package matrix

import (
	"context"
	"errors"
	"os"
	"testing"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
)

// phases counts the inputs tried, and the differences shown, by phase.
type phases struct {
	bench
	tried, shown map[string]int
}

func (p *phases) Try(ctx context.Context, in *program.Input, note engines.Note) (*engines.Trial, error) {
	if p.tried == nil {
		p.tried, p.shown = map[string]int{}, map[string]int{}
	}
	trial, err := p.bench.Try(ctx, in, note)
	p.tried[note.Phase]++
	if trial != nil && trial.Difference.Counts() {
		p.shown[note.Phase]++
	}
	return trial, err
}

// TestGeneratesForTcas draws ten random tests for each version of the tcas that
// RIFT_TCAS names (SIR layout), generates tests for what they leave uncovered,
// and prints how many, and how many versions then show a difference: those aimed at
// formulas have to add to the suites.
func TestGeneratesForTcas(t *testing.T) {
	dir := os.Getenv("RIFT_TCAS")
	if dir == "" {
		t.Skip("RIFT_TCAS does not name a copy of tcas in the SIR layout")
	}
	list, err := corpora.Open("sir:"+dir, ".")
	if err != nil {
		t.Fatal(err)
	}
	s := list[0]
	var bySuite, byGoal, byAll, aimed, generated, pairs int
	var counters = map[string]int64{}
	for i := range s.Pairs {
		x := &s.Pairs[i]
		task := &engines.Task{
			Subject: s.Name, Pair: x.Name, Model: s.Model, Tests: s.Tests, Seed: 1, RunSteps: 1_000_000,
			Params: set(func(p *Params) { p.Suite, p.Distance = 10, 6 }),
			Old:    build(t, s.Version(x.Old)), New: build(t, s.Version(x.New)),
		}
		b := &phases{bench: bench{old: machine(t, task.Old.Program), new: machine(t, task.New.Program), steps: 6_000_000, Counters: map[string]int64{}}}
		if err := (Engine{}).Run(t.Context(), task, b); err != nil && !errors.Is(err, engines.ErrBudget) {
			t.Fatal(err)
		}
		suite, goal, all := b.shown["suite"] > 0, b.shown["suite"]+b.shown["goal"] > 0, b.Differences > 0
		pairs++
		if goal {
			byGoal++
		}
		if suite {
			bySuite++
		}
		if all {
			byAll++
		}
		generated, aimed = generated+len(b.Tried)-10, aimed+b.tried["goal"]
		for k, n := range b.Counters {
			counters[k] += n
		}
		t.Logf("%-4s %4d inputs, %d aimed at formulas; difference shown by the suite %v, with those %v, with all %v; covered %d, open %d, infeasible %d", x.Name, len(b.Tried), b.tried["goal"], suite, goal, all, b.Counters["covered"], b.Counters["open"], b.Counters["infeasible"])
	}
	t.Logf("%d pairs: ten random tests show a difference in %d; with %d tests aimed at formulas in %d; with all %d generated in %d", pairs, bySuite, aimed, byGoal, generated, byAll)
	t.Log(counters)
	if bySuite >= byGoal || byGoal > byAll {
		t.Error("the tests that are aimed at formulas show nothing that the suites do not")
	}
}
