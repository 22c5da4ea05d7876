package analysis

import (
	"fmt"
	"math"

	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/stats"
	"github.com/riftlab/rift/results/table"
)

// percent writes a share as a whole number of percent, but never 0 or 100 for
// what is neither. The space does not break.
func percent(x float64) string {
	p := math.Round(100 * x)
	switch {
	case p == 0 && x > 0:
		return "<1\u00a0%"
	case p == 100 && x < 1:
		return ">99\u00a0%"
	}
	return fmt.Sprintf("%.0f\u00a0%%", p)
}

// shareCells returns k/n, the share, and its interval: a text for people, the
// bounds for programs. Without tasks all are missing.
func shareCells(k, n int) []table.Cell {
	if n == 0 {
		return make([]table.Cell, 6)
	}
	iv := stats.Wilson(k, n, confidence)
	p := float64(k) / float64(n)
	return []table.Cell{
		table.Int(k).Shown(fmt.Sprintf("%d/%d", k, n)),
		table.Int(n),
		table.Float(p).Shown(percent(p)),
		{Text: fmt.Sprintf("[%.0f, %.0f]", 100*iv.Low, 100*iv.High)},
		table.Float(iv.Low),
		table.Float(iv.High),
	}
}

// shareColumns are the columns of shareCells.
func shareColumns(key, head string) []table.Column {
	return []table.Column{
		{Key: key, Head: head, Right: true},
		{Key: key + "_of", DataOnly: true},
		{Key: key + "_share", Head: "share", Right: true, Minor: true},
		{Key: key + "_interval", Head: "95 % CI", Right: true, TextOnly: true, Minor: true},
		{Key: key + "_low", DataOnly: true},
		{Key: key + "_high", DataOnly: true},
	}
}

// medianCell returns the Kaplan-Meier median of what the runs spend until the
// goal: "not reached" if fewer than half reach it, missing if not measured, and
// "n/a" if the ends of tasks are not independent of it (see Measure.dependent)
// and fewer than half reach it. If half of all reach it, that is the median
// whatever would have become of the others later.
func medianCell(t *table.Table, m *Measure, g Goal, runs []*results.Run) table.Cell {
	obs, ok := m.observations(g, runs)
	if !ok {
		return table.Cell{}
	}
	if m.dependent(g, runs) {
		for i := range obs {
			if !obs[i].Event {
				obs[i].Time = math.Inf(1)
			}
		}
	}
	median, ok := stats.MedianTime(stats.KaplanMeier(obs))
	if !ok && m.dependent(g, runs) {
		return table.Cell{Text: "n/a", Mark: table.Faint}.Noted(t.Note("fewer than half find a difference, and a budget of another measure ended the others: how much they had spent of this one then depends on the engine's speed and the cost of its tests, so that there is no estimate"))
	}
	if !ok {
		return table.Cell{Text: "not reached", Mark: table.Faint}
	}
	c := table.Float(median)
	if m.Key == "steps" {
		c = c.Shown(Count(median))
	}
	return c
}

// medianOf returns the median of f over the runs for which it is known.
func medianOf(runs []*results.Run, f func(*results.Run) (float64, bool)) table.Cell {
	var xs []float64
	for _, r := range runs {
		if x, ok := f(r); ok {
			xs = append(xs, x)
		}
	}
	if m, ok := stats.Median(xs); ok {
		return table.Float(m)
	}
	return table.Cell{}
}

// countText shortens the text of a cell with a count that may be large.
func countText(c table.Cell) table.Cell {
	switch v := c.Value.(type) {
	case int64:
		return c.Shown(Count(float64(v)))
	case float64:
		return c.Shown(Count(v))
	}
	return c
}

// Count writes a count with three digits and a suffix for thousands (k),
// millions (M), milliards (G) and beyond (T); numbers below 10,000 in full.
func Count(x float64) string {
	if math.Abs(x) < 1e4 {
		return table.Digits(x)
	}
	for _, s := range []struct {
		unit float64
		name string
	}{{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		// 999,950 must not become 1000k.
		if math.Abs(x) >= s.unit*0.9995 {
			return fmt.Sprintf("%.3g", x/s.unit) + " " + s.name
		}
	}
	return table.Digits(x)
}

// Seconds writes a duration.
func Seconds(x float64) string {
	switch {
	case x >= 7200:
		return fmt.Sprintf("%.1f h", x/3600)
	case x >= 120:
		return fmt.Sprintf("%.1f min", x/60)
	case x >= 1 || x == 0:
		return table.Digits(math.Round(x*100)/100) + " s"
	case x >= 1e-3:
		return fmt.Sprintf("%.3g ms", x*1e3)
	}
	return fmt.Sprintf("%.3g µs", x*1e6)
}

func secondsText(c table.Cell) table.Cell {
	if v, ok := c.Value.(float64); ok {
		return c.Shown(Seconds(v))
	}
	return c
}

// pCell returns a p-value. NaN is missing.
func pCell(p float64) table.Cell {
	if math.IsNaN(p) {
		return table.Cell{}
	}
	c := table.Float(p).Shown(pText(p))
	if p < level {
		c.Mark = table.Good
	}
	return c
}

func pText(p float64) string {
	switch {
	case p < 0.001:
		return "<0.001"
	case p > 0.995:
		return "1"
	}
	return fmt.Sprintf("%.3f", p)
}

// refused is the cell of a p-value that makes no sense.
var refused = table.Cell{Text: "deterministic", Mark: table.Faint}
