package analysis

import (
	"strings"
	"testing"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/table"
)

// TestSurveyTables adds surveys up over the seeds of a pair, and shows the
// greatest distance alone or all.
func TestSurveyTables(t *testing.T) {
	run := func(seed uint64, surveys ...engines.Survey) results.Run {
		return results.Run{Start: results.Start{Subject: "s", Pair: "p", Engine: "matrix", Seed: seed}, Surveys: surveys}
	}
	set := &results.Set{Engines: []string{"matrix"}, Runs: []results.Run{
		run(1, engines.Survey{Criterion: "stmt", Distance: 1, Suites: 100, Detecting: 10}, engines.Survey{Criterion: "full", Distance: 2, Suites: 100, Detecting: 90, Greatest: true}),
		run(2, engines.Survey{Criterion: "stmt", Distance: 1, Suites: 100, Detecting: 30}, engines.Survey{Criterion: "full", Distance: 2, Suites: 100, Detecting: 100, Greatest: true}),
	}}
	set.Pairs = []results.PairOf{set.Runs[0].PairOf()}
	text := func(tb *table.Table) string {
		var rows []string
		for _, r := range tb.Rows {
			var cells []string
			for _, c := range r.Cells[3:] {
				cells = append(cells, c.Display())
			}
			rows = append(rows, strings.Join(cells, "|"))
		}
		return strings.Join(rows, "\n")
	}
	if got, want := text(Surveys(set)), "2|–|–|–|–|95.0 % [91, 97]"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := text(SurveysByDistance(set)), "1|20.0 % [15, 26]|–|–|–|–\n2|–|–|–|–|95.0 % [91, 97]"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
