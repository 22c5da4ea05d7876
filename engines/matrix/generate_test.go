package matrix

import (
	"os"
	"testing"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines/enginetest"
)

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
		task := enginetest.TaskOf(t, s, x.Name)
		task.Params = with(func(p *Params) { p.Suite, p.Distance = 10, 6 })
		b := runEngine(t, task, 6_000_000)
		tried, shown := map[string]int{}, map[string]int{} // by phase
		for _, trial := range b.Trials {
			tried[trial.Note.Phase]++
			if trial.Difference.Counts() {
				shown[trial.Note.Phase]++
			}
		}
		suite, goal, all := shown["suite"] > 0, shown["suite"]+shown["goal"] > 0, len(b.Differing()) > 0
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
		generated, aimed = generated+len(b.Trials)-10, aimed+tried["goal"]
		for k, n := range b.Counters {
			counters[k] += n
		}
		t.Logf("%-4s %4d inputs, %d aimed at formulas; difference shown by the suite %v, with those %v, with all %v; covered %d, open %d, infeasible %d", x.Name, len(b.Trials), tried["goal"], suite, goal, all, b.Counters["covered"], b.Counters["open"], b.Counters["infeasible"])
	}
	t.Logf("%d pairs: ten random tests show a difference in %d; with %d tests aimed at formulas in %d; with all %d generated in %d", pairs, bySuite, aimed, byGoal, generated, byAll)
	t.Log(counters)
	if bySuite >= byGoal || byGoal > byAll {
		t.Error("the tests that are aimed at formulas show nothing that the suites do not")
	}
}
