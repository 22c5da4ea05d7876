package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/results"
)

// surveyed returns a set in which an engine assesses pairs up to a distance,
// each distance in a task of its own.
func surveyed(pairs, distance, suites int) *results.Set {
	set := &results.Set{}
	for p := range pairs {
		for d := 1; d <= distance; d++ {
			run := results.Run{
				Start:    results.Start{Subject: "s", Pair: fmt.Sprintf("v%d", p+1), Engine: fmt.Sprintf("m%d", d), Kind: string(engines.Assess)},
				End:      results.End{Status: results.StatusDone, Steps: int64(1000 * d)},
				Measured: &results.Measure{CPU: float64(d), MaxRSS: 1 << 20},
			}
			for k := 1; k <= d; k++ {
				for i, c := range []string{"stmt", "chain", "full"} {
					run.Surveys = append(run.Surveys, engines.Survey{
						Criterion: c, Distance: k, Greatest: k == d, Grain: "piece", Requirements: 10 * k, Suites: suites, Detecting: suites * i / 2,
					})
				}
			}
			set.Runs = append(set.Runs, run)
			if !slices.Contains(set.Engines, run.Engine) {
				set.Engines = append(set.Engines, run.Engine)
			}
		}
		set.Pairs = append(set.Pairs, set.Runs[len(set.Runs)-1].PairOf())
	}
	return set
}

// TestSurveyCharts: detection by criterion and over the distance for each
// engine, cost over the distance once, all with words and in the page, and no
// chart of detection beside them.
func TestSurveyCharts(t *testing.T) {
	set := surveyed(3, 2, 40)
	r := Of(set, Options{})
	var names []string
	for _, c := range r.Charts {
		names = append(names, c.Name)
	}
	want := []string{"survey-criteria-s-m1-piece", "survey-criteria-s-m2-piece", "survey-growth-s-m2-piece", "survey-costs"}
	if !slices.Equal(names, want) {
		t.Errorf("charts %v, want %v", names, want)
	}
	var page strings.Builder
	if err := r.WriteHTML(&page); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		"Pairs in which every suite shows a difference: stmt 0, ctrl 0, data 0, chain 0, full 3.",
		"From the least to the greatest distance the mean share goes: stmt from 0 to 0 %, chain from 50 to 50 %, full from 100 to 100 %.",
		"requirements of s, piece from 10 at 1 to 20 at 2; steps of s, piece from 1000 at 1 to 2000 at 2; CPU time (s) of s, piece from 1 at 1 to 2 at 2",
		`aria-labelledby="survey-costs-t survey-costs-d"`,
	} {
		if !strings.Contains(page.String(), text) {
			t.Errorf("the page does not say %q", text)
		}
	}
	for _, text := range []string{`id="detection"`, "tests with a difference"} {
		if strings.Contains(page.String(), text) {
			t.Errorf("the page speaks of detection: %s", text)
		}
	}
}

// TestSurveyChartsOfFewSuites: shares of few suites are not drawn, costs are.
func TestSurveyChartsOfFewSuites(t *testing.T) {
	charts := surveyCharts(surveyed(2, 3, 1))
	if len(charts) != 1 || charts[0].Name != "survey-costs" {
		t.Errorf("%d charts", len(charts))
	}
}
