package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/results/analysis"
	"github.com/riftlab/rift/results/chart"
	"github.com/riftlab/rift/results/table"
)

// charts draws all plots of a set. An engine has the same style in all of them.
func charts(views []*analysis.View) []Chart {
	style := map[string]int{}
	for _, v := range views {
		for _, e := range v.Engines {
			if _, ok := style[e]; !ok {
				style[e] = len(style)
			}
		}
	}
	var out []Chart
	for _, v := range views {
		if v.Equal {
			continue
		}
		for i := range analysis.Measures {
			m := &analysis.Measures[i]
			for _, g := range []analysis.Goal{analysis.Difference, analysis.Error} {
				out = appendCurves(out, v, m, g, style)
			}
		}
		for i := range analysis.Measures {
			out = appendSurvival(out, v, &analysis.Measures[i], style)
		}
		for i := range analysis.Measures {
			out = appendStrips(out, v, &analysis.Measures[i], style)
		}
		out = append(out, barChart(v, style))
		if len(v.Engines) > 1 {
			out = appendUnique(out, v, style)
		}
		for _, r := range analysis.RankTests(v) {
			if r.Comparable() {
				out = append(out, rankChart(v, &r, style))
			}
		}
	}
	return out
}

func appendCurves(out []Chart, v *analysis.View, m *analysis.Measure, g analysis.Goal, style map[string]int) []Chart {
	curves, ok := analysis.Curves(v, m, g)
	if !ok {
		return out
	}
	series, data, ends, bands := drawCurves(curves, m, style)
	reached := "found a " + g.Name
	if g.Key == analysis.Difference.Key {
		reached = v.Detected()
	}
	title := fmt.Sprintf("Tasks that %s, over %s: %s", reached, m.Name, v.Title)
	return append(out, Chart{
		Name: fmt.Sprintf("detection-%s-%s-%s", g.Key, m.Key, v.Key), Group: "detection-" + v.Key, Title: title,
		Alt: fmt.Sprintf("Step curves from 0 to 100 %%, one per engine. At the end: %s. The bands are 95 %% confidence (%s).",
			strings.Join(ends, ", "), strings.Join(bands, " over seeds; ")),
		Data:  data,
		Chart: chart.Steps(title, m.Name, "tasks that "+reached, series),
	})
}

// appendSurvival draws the estimate of Kaplan and Meier.
func appendSurvival(out []Chart, v *analysis.View, m *analysis.Measure, style map[string]int) []Chart {
	curves, ok := analysis.Survivals(v, m)
	if !ok {
		return out
	}
	series, data, ends, _ := drawCurves(curves, m, style)
	title := fmt.Sprintf("Kaplan and Meier's estimate of tasks that %s within so many %s: %s", v.Detected(), m.Name, v.Title)
	return append(out, Chart{
		Name: fmt.Sprintf("survival-%s-%s", m.Key, v.Key), Group: "survival-" + v.Key, Title: title,
		Alt: fmt.Sprintf("Step curves from 0 to 100 %%, one per engine; tasks ended by their budget are censored. At the end: %s. The bands are pointwise 95 %% confidence.",
			strings.Join(ends, ", ")),
		Data:  data,
		Chart: chart.Steps(title, m.Name, v.Detected()+" (estimate)", series),
	})
}

// drawCurves returns curves as a chart takes them, as a table, and in words
// where each ends and how its band was made.
func drawCurves(curves []analysis.Curve, m *analysis.Measure, style map[string]int) (series []chart.Series, data *table.Table, ends, bands []string) {
	data = &table.Table{Columns: []table.Column{{Key: "engine"}, {Key: m.Key}, {Key: "share"}, {Key: "low"}, {Key: "high"}}}
	for _, c := range curves {
		for i := range c.X {
			data.Rows = append(data.Rows, table.Row{Cells: []table.Cell{
				table.Str(c.Engine), table.Float(c.X[i]), table.Float(c.Y[i]), table.Float(c.Low[i]), table.Float(c.High[i]),
			}})
		}
		series = append(series, chart.Series{Name: c.Engine, Style: style[c.Engine], X: c.X, Y: c.Y, Low: c.Low, High: c.High})
		ends = append(ends, fmt.Sprintf("%s %.0f %% of %d tasks", c.Engine, 100*c.Y[len(c.Y)-1], c.Tasks))
		if !slices.Contains(bands, c.Band) {
			bands = append(bands, c.Band)
		}
	}
	return series, data, ends, bands
}

func appendStrips(out []Chart, v *analysis.View, m *analysis.Measure, style map[string]int) []Chart {
	spreads, ok := analysis.Spreads(v, m)
	if !ok {
		return out
	}
	var strips []chart.Strip
	var alts []string
	for _, s := range spreads {
		strips = append(strips, chart.Strip{
			Name: s.Engine, Style: style[s.Engine], Values: s.Values, Q1: s.Quartiles.Q1, Median: s.Quartiles.Median, Q3: s.Quartiles.Q3,
			Reached: s.Reached, Members: s.Tasks,
		})
		median := "not reached"
		if !math.IsInf(s.Quartiles.Median, 1) {
			median = analysis.Count(s.Quartiles.Median)
		}
		alts = append(alts, fmt.Sprintf("%s median %s, %d of %d tasks", s.Engine, median, s.Reached, s.Tasks))
	}
	title := fmt.Sprintf("%s to the %s: %s", capital(m.Name), v.First(), v.Title)
	return append(out, Chart{
		Name: fmt.Sprintf("first-%s-%s", m.Key, v.Key), Group: "first-" + v.Key, Title: title,
		Alt:   "One point per task that " + v.Detected() + ", a box from the first to the third quartile of all tasks. " + strings.Join(alts, "; ") + ".",
		Chart: chart.Strips(title, m.Name, strips),
	})
}

func barChart(v *analysis.View, style map[string]int) Chart {
	ks, ns := analysis.Shares(v)
	subjects := map[string]bool{}
	for _, p := range v.Pairs {
		subjects[p.Subject] = true
	}
	var rows []chart.Bar
	for i, p := range v.Pairs {
		bar := chart.Bar{Label: p.Pair}
		if len(subjects) > 1 {
			bar.Label = p.String()
		}
		for e := range v.Engines {
			share := math.NaN()
			if ns[i][e] > 0 {
				share = float64(ks[i][e]) / float64(ns[i][e])
			}
			bar.Shares = append(bar.Shares, share)
		}
		rows = append(rows, bar)
	}
	var styles []int
	for _, e := range v.Engines {
		styles = append(styles, style[e])
	}
	title := fmt.Sprintf("Tasks that %s, by %s: %s", v.Detected(), v.Noun(), v.Title)
	return Chart{
		Name: "pairs-" + v.Key, Group: "pairs-" + v.Key, Title: title,
		Alt:   fmt.Sprintf("Horizontal bars, one group for each %s, %d in all, one bar per engine. The table of version pairs has the numbers.", v.Noun(), len(rows)),
		Chart: chart.Bars(title, "share of the engine's tasks", v.Engines, styles, rows),
	}
}

func appendUnique(out []Chart, v *analysis.View, style map[string]int) []Chart {
	var groups []chart.Intersection
	var alts []string
	for _, g := range analysis.FoundBy(v) {
		members := make([]bool, len(v.Engines))
		for i, e := range v.Engines {
			members[i] = slices.Contains(g.Engines, e)
		}
		groups = append(groups, chart.Intersection{Members: members, Count: len(g.Pairs)})
		name := strings.Join(g.Engines, " and ")
		if name == "" {
			name = "no engine"
		}
		alts = append(alts, fmt.Sprintf("%s %d", name, len(g.Pairs)))
	}
	if len(groups) == 0 {
		return out
	}
	var styles []int
	for _, e := range v.Engines {
		styles = append(styles, style[e])
	}
	title := fmt.Sprintf("%ss found by exactly these engines: %s", capital(v.Noun()), v.Title)
	return append(out, Chart{
		Name: "unique-" + v.Key, Group: "unique-" + v.Key, Title: title,
		Alt:   "A bar for each combination of engines. " + strings.Join(alts, ", ") + ".",
		Chart: chart.UpSet(title, v.Noun()+"s", v.Engines, styles, groups),
	})
}

func rankChart(v *analysis.View, r *analysis.RankTest, style map[string]int) Chart {
	var ranked []chart.Ranked
	var alts []string
	for _, i := range r.Order() {
		ranked = append(ranked, chart.Ranked{Name: r.Engines[i], Style: style[r.Engines[i]], Rank: r.Result.MeanRanks[i]})
		alts = append(alts, fmt.Sprintf("%s %.2f", r.Engines[i], r.Result.MeanRanks[i]))
	}
	title := fmt.Sprintf("Mean ranks by %s over %s: %s", r.Measure.Name, corpora.Plural(r.Result.Blocks, v.Noun()), v.Title)
	return Chart{
		Name: fmt.Sprintf("ranks-%s-%s", r.Measure.Key, v.Key), Group: "ranks-" + v.Key, Title: title,
		Alt:   fmt.Sprintf("Critical-difference diagram. Mean ranks: %s. Critical difference %.2f.", strings.Join(alts, ", "), r.Widest()),
		Chart: chart.CriticalDifference(title, ranked, r.Widest()),
	}
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
