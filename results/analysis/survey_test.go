package analysis

import (
	"strings"
	"testing"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/table"
)

// assessing returns a set with the tasks of one engine that only assesses.
func assessing(runs ...results.Run) *results.Set {
	set := &results.Set{Engines: []string{"matrix"}}
	for i, r := range runs {
		r.Subject, r.Pair, r.Engine, r.Kind, r.Status = "s", "p", "matrix", string(engines.Assess), results.StatusDone
		r.Seed = uint64(i)
		set.Runs = append(set.Runs, r)
	}
	set.Pairs = []results.PairOf{set.Runs[0].PairOf()}
	return set
}

// rows returns what readers see of columns of a table.
func rows(tb *table.Table, columns ...string) string {
	var lines []string
	for _, r := range tb.Rows {
		var cells []string
		for i, c := range tb.Columns {
			for _, want := range columns {
				if c.Key == want {
					cells = append(cells, r.Cells[i].Display())
				}
			}
		}
		lines = append(lines, strings.Join(cells, "|"))
	}
	return strings.Join(lines, "\n")
}

// TestSurveyTables adds surveys up over the seeds of a pair, and shows the
// greatest distance alone or all, and single changes only in the longer table.
func TestSurveyTables(t *testing.T) {
	set := assessing(
		results.Run{Surveys: []engines.Survey{
			{Criterion: "stmt", Distance: 1, Suites: 100, Detecting: 10},
			{Criterion: "full", Distance: 2, Suites: 100, Detecting: 90, Requirements: 7, Coverable: 5, Greatest: true},
			{Criterion: "full", Distance: 2, Suites: 100, Detecting: 20, Requirements: 3, Change: "1", Greatest: true},
			{Criterion: "full", Distance: 2, Suites: 100, Detecting: 30, Requirements: 2, Grain: "line", Greatest: true},
		}},
		results.Run{Surveys: []engines.Survey{
			{Criterion: "stmt", Distance: 1, Suites: 100, Detecting: 30},
			{Criterion: "full", Distance: 2, Suites: 100, Detecting: 100, Requirements: 7, Coverable: 5, Greatest: true},
		}},
	)
	columns := []string{"grain", "change", "distance", "requirements", "coverable", "suites", "stmt", "chain", "full", "full_low"}
	want := "line|all|2|2|0|100|–|–|30.0 [22, 40]|0.219\n" +
		"|all|2|7|5|200|–|–|95.0 [91, 97]|0.910"
	if got := rows(Surveys(set), columns...); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	want = "line|all|2|2|0|100|–|–|30.0 [22, 40]|0.219\n" +
		"|all|1|–|–|–|20.0 [15, 26]|–|–|–\n" +
		"|all|2|7|5|200|–|–|95.0 [91, 97]|0.910\n" +
		"|1|2|3|0|100|–|–|20.0 [13, 29]|0.133"
	if got := rows(SurveysByDistance(set), columns...); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestSurveyIsNoDetection: a task that only assesses tests appears in no share
// of tasks that find a difference, and the conclusions say what it did.
func TestSurveyIsNoDetection(t *testing.T) {
	set := assessing(results.Run{Surveys: []engines.Survey{
		{Criterion: "stmt", Distance: 1, Suites: 100, Detecting: 10},
		{Criterion: "full", Distance: 1, Suites: 100, Detecting: 100, Greatest: true},
	}})
	views := Views(set)
	if len(views) != 0 {
		t.Errorf("%d views", len(views))
	}
	if n := len(Overview(set, views).Rows) + len(PerPair(views).Rows) + len(Equal(views).Rows); n != 0 {
		t.Errorf("%d rows about detection", n)
	}
	got := strings.Join(Conclusions(set, views), "\n")
	want := "Of random test suites for s (1 pair; matrix) show a difference, if adequate by stmt 10\u00a0% in the median pair and full 100\u00a0% in the median pair (all suites in 1 pair)."
	if got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestSurveyCosts: quartiles over pairs, of each pair one task for each
// distance; a task that a limit ended tells no cost, and neither does one alone.
func TestSurveyCosts(t *testing.T) {
	run := func(requirements int, steps int64, memory int64) results.Run {
		return results.Run{
			End: results.End{Steps: steps}, Measured: &results.Measure{CPU: 2, MaxRSS: memory},
			Surveys: []engines.Survey{
				{Criterion: "full", Distance: 1, Requirements: 3},
				{Criterion: "full", Distance: 2, Requirements: requirements, Greatest: true},
			},
		}
	}
	near := results.Run{End: results.End{Steps: 10}, Surveys: []engines.Survey{{Criterion: "full", Distance: 1, Requirements: 3, Greatest: true}}}
	set := assessing(run(10, 1000, 5e6), run(20, 9000, 9e6), near, run(30, 3000, 7e6), run(40, 1, 1), near, run(50, 7, 7))
	for i := range set.Runs { // several tasks on each of two pairs, and one on another
		set.Runs[i].Pair = []string{"p", "p", "p", "q", "q", "q", "alone"}[i]
	}
	set.Runs[4].Status = results.StatusTime
	got := rows(SurveyCostTable(set), "distance", "pairs", "tasks", "requirements", "steps", "cpu_seconds", "memory_bytes")
	want := "1|3|2|3 [3, 3]|10 [10, 10]|–|–\n2|3|2|30 [20, 40]|2000 [1500, 2500]|2 [2, 2]|6 M [5.5 M, 6.5 M]"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
