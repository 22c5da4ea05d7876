package chart

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Estimate is one row of Dots: for each series a share and its interval, NaN if
// there is none.
type Estimate struct {
	Label             string
	Shares, Low, High []float64
}

// Dots draws shares from 0 to 1 as points with their intervals, a group per row
// in the order given, from top to bottom; names and styles are those of the
// series. Rows beyond MaxBars are left out, and the chart says so.
func Dots(title, xLabel string, names []string, styles []int, rows []Estimate) *Chart {
	if len(rows) > MaxBars {
		title += fmt.Sprintf(" (first %d of %d)", MaxBars, len(rows))
		rows = rows[:MaxBars]
	}
	const step = 5
	pitch := step*vg.Length(len(names)) + 6
	p := newPlot(xLabel, "")
	p.X.Min, p.X.Max, p.X.Tick.Marker = -0.01, 1.01, percentTicks{}
	nameRows(p, len(rows), func(i int) string { return rows[i].Label })
	p.Add(barGrid{}, dots{rows, styles, step})
	var entries []legendEntry
	for i, n := range names {
		entries = append(entries, lineEntry(n, draw.LineStyle{Color: seriesColor(styles[i]), Width: 1.2}, glyphStyle(styles[i], 3)))
	}
	return &Chart{Width: 620, Height: pitch*vg.Length(len(rows)) + 112, draw: func(c draw.Canvas) {
		framed(c, title, entries, p.Draw)
	}}
}

type dots struct {
	rows   []Estimate
	styles []int
	step   vg.Length
}

// Plot draws the points, those of a row below each other, and a line between
// rows.
func (d dots) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i, r := range d.rows {
		if i > 0 {
			between := y(-float64(i) + 0.5)
			c.StrokeLine2(draw.LineStyle{Color: hex(Grid), Width: 0.5}, c.Min.X, between, c.Max.X, between)
		}
		top := y(-float64(i)) + d.step*vg.Length(len(r.Shares)-1)/2
		for s, share := range r.Shares {
			if math.IsNaN(share) {
				continue
			}
			at := top - vg.Length(s)*d.step
			c.StrokeLine2(draw.LineStyle{Color: seriesColor(d.styles[s]), Width: 1.2}, x(r.Low[s]), at, x(r.High[s]), at)
			c.DrawGlyph(glyphStyle(d.styles[s], 2.3), vg.Point{X: x(share), Y: at})
		}
	}
}
