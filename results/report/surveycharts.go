package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/analysis"
	"github.com/riftlab/rift/results/chart"
	"github.com/riftlab/rift/results/stats"
	"github.com/riftlab/rift/results/table"
)

// leastSuites is how many suites must have been drawn for a plot of shares.
const leastSuites = 20

// surveyCharts draws what surveys say: for each subject, engine and grain the
// growth of detection with the distance and detection by criterion, and for all
// together the growth of cost.
func surveyCharts(set *results.Set) []Chart {
	type group struct{ subject, engine, grain string }
	var order []group
	members := map[group][]*analysis.Survey{}
	for _, v := range analysis.SurveyList(set) {
		if s, ok := v.At("full", v.Greatest()); v.Change != "" || !ok || s.Suites < leastSuites {
			continue
		}
		g := group{v.Subject, v.Engine, v.Grain}
		if members[g] == nil {
			order = append(order, g)
		}
		members[g] = append(members[g], v)
	}
	var out []Chart
	for _, g := range order {
		about := g.subject + ", " + g.engine
		name := g.subject + "-" + g.engine
		if g.grain != "" && !strings.HasSuffix(g.engine, g.grain) {
			about, name = about+", grain "+g.grain, name+"-"+g.grain
		}
		out = append(out, criteriaChart(members[g], about, name))
		if slices.ContainsFunc(members[g], func(v *analysis.Survey) bool { return len(v.Distances()) > 1 }) {
			out = append(out, growthChart(members[g], about, name))
		}
	}
	return appendCosts(out, set)
}

// criteriaChart shows detection by criterion at the greatest distance.
func criteriaChart(surveys []*analysis.Survey, about, name string) Chart {
	var rows []chart.Estimate
	all := make([]int, len(analysis.SurveyCriteria))
	for _, v := range surveys {
		row := chart.Estimate{Label: fmt.Sprintf("%s (d = %d)", v.Pair, v.Greatest())}
		for i, c := range analysis.SurveyCriteria {
			s, _ := v.At(c, v.Greatest())
			share, iv, ok := analysis.SurveyShare(s)
			if !ok {
				share, iv.Low, iv.High = math.NaN(), math.NaN(), math.NaN()
			} else if s.Detecting == s.Suites {
				all[i]++
			}
			row.Shares, row.Low, row.High = append(row.Shares, share), append(row.Low, iv.Low), append(row.High, iv.High)
		}
		rows = append(rows, row)
	}
	var alts []string
	for i, c := range analysis.SurveyCriteria {
		alts = append(alts, fmt.Sprintf("%s %d", c, all[i]))
	}
	title := "Suites that show a difference, by criterion: " + about
	return Chart{
		Name: "survey-criteria-" + name, Group: "survey-criteria", Title: title,
		Alt: fmt.Sprintf("A row for each of %d version pairs, a point with its 95 %% interval for each criterion. Pairs in which every suite shows a difference: %s. The table of adequate test suites has the numbers.",
			len(rows), strings.Join(alts, ", ")),
		Chart: chart.Dots(title, "share of the suites", analysis.SurveyCriteria, criterionStyles(), rows),
	}
}

func criterionStyles() []int {
	styles := make([]int, len(analysis.SurveyCriteria))
	for i := range styles {
		styles[i] = i
	}
	return styles
}

// growthChart shows, for each pair, how detection grows with the distance.
func growthChart(surveys []*analysis.Survey, about, name string) Chart {
	var panels []chart.Panel
	first, last := map[string][]float64{}, map[string][]float64{}
	data := &table.Table{Columns: []table.Column{{Key: "pair"}, {Key: "criterion"}, {Key: "distance"}, {Key: "share"}, {Key: "low"}, {Key: "high"}}}
	for _, v := range surveys {
		panel := chart.Panel{Title: v.Pair, Share: true}
		for i, c := range analysis.SurveyCriteria {
			s := chart.Series{Name: c, Style: i}
			for _, d := range v.Distances() {
				x, _ := v.At(c, d)
				share, iv, ok := analysis.SurveyShare(x)
				if !ok {
					continue
				}
				s.X, s.Y = append(s.X, float64(d)), append(s.Y, share)
				s.Low, s.High = append(s.Low, iv.Low), append(s.High, iv.High)
				data.Rows = append(data.Rows, table.Row{Cells: []table.Cell{
					table.Str(v.Pair), table.Str(c), table.Int(d), table.Float(share), table.Float(iv.Low), table.Float(iv.High),
				}})
			}
			if len(s.X) > 0 {
				panel.Series = append(panel.Series, s)
				first[c], last[c] = append(first[c], s.Y[0]), append(last[c], s.Y[len(s.Y)-1])
			}
		}
		panels = append(panels, panel)
	}
	var alts []string
	for _, c := range analysis.SurveyCriteria {
		if len(first[c]) > 0 {
			alts = append(alts, fmt.Sprintf("%s from %.0f to %.0f %%", c, 100*stats.Mean(first[c]), 100*stats.Mean(last[c])))
		}
	}
	title := "Suites that show a difference, over the distance: " + about
	return Chart{
		Name: "survey-growth-" + name, Group: "survey-growth", Title: title,
		Alt: fmt.Sprintf("A small plot for each of %d version pairs, a line with its 95 %% band for each criterion. From the least to the greatest distance the mean share goes: %s.",
			len(panels), strings.Join(alts, ", ")),
		Data:  data,
		Chart: chart.Panels(title, "distance", 4, panels),
	}
}

// appendCosts adds the growth of cost with the distance, of the costs that are
// known at two distances at least. A cost at a distance that less than half of
// the pairs reach is left out: it would be one of other pairs.
func appendCosts(out []Chart, set *results.Set) []Chart {
	costs := analysis.SurveyCosts(set)
	var panels []chart.Panel
	var alts []string
	for m, measure := range analysis.SurveyMeasures {
		panel := chart.Panel{Title: measure.Name}
		reaching := map[string]int{} // pairs, at the least distance
		index := map[string]int{}
		for i := range costs {
			c := &costs[i]
			name := c.Subject
			if c.Grain != "" {
				name += ", " + c.Grain
			}
			if _, ok := index[name]; !ok {
				index[name], reaching[name] = len(index), c.Costs[0].Pairs
				panel.Series = append(panel.Series, chart.Series{Name: name, Style: index[name]})
			}
			if q := c.Costs[m]; q.Pairs > 0 && 2*q.Pairs >= reaching[name] {
				s := &panel.Series[index[name]]
				s.X, s.Y = append(s.X, float64(c.Distance)), append(s.Y, q.Median)
				s.Low, s.High = append(s.Low, q.Q1), append(s.High, q.Q3)
			}
		}
		panel.Series = slices.DeleteFunc(panel.Series, func(s chart.Series) bool { return len(s.X) == 0 })
		if !slices.ContainsFunc(panel.Series, func(s chart.Series) bool { return len(s.X) > 1 }) {
			continue
		}
		panels = append(panels, panel)
		for _, s := range panel.Series {
			n := len(s.X) - 1
			alts = append(alts, fmt.Sprintf("%s of %s from %s at %g to %s at %g", measure.Name, s.Name, analysis.Count(s.Y[0]), s.X[0], analysis.Count(s.Y[n]), s.X[n]))
		}
	}
	if len(panels) == 0 {
		return out
	}
	title := "Cost of test requirements, over the distance"
	return append(out, Chart{
		Name: "survey-costs", Group: "survey-costs", Title: title,
		Alt:   "A plot for each cost, a line through the medians over the pairs of a subject with a band from the first to the third quartile, as far as half of the pairs go: " + strings.Join(alts, "; ") + ".",
		Chart: chart.Panels(title, "distance", 2, panels),
	})
}
