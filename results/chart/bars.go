package chart

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Bar is one row of a bar chart: for each series a share, NaN if there is none.
type Bar struct {
	Label  string
	Shares []float64
}

// MaxBars bounds the rows of Bars and Dots.
const MaxBars = 160

// Bars draws horizontal bars from 0 to 1, a group per row in the order given,
// from top to bottom; names and styles are those of the series. Rows beyond
// MaxBars are left out, and the chart says so.
func Bars(title, xLabel string, names []string, styles []int, rows []Bar) *Chart {
	if len(rows) > MaxBars {
		title += fmt.Sprintf(" (first %d of %d)", MaxBars, len(rows))
		rows = rows[:MaxBars]
	}
	thick := vg.Length(5)
	if len(names) == 1 {
		thick = 8
	}
	pitch := thick*vg.Length(len(names)) + 7
	p := newPlot(xLabel, "")
	p.X.Min, p.X.Max, p.X.Tick.Marker = 0, 1, percentTicks{}
	nameRows(p, len(rows), func(i int) string { return rows[i].Label })
	p.Add(barGrid{}, bars{rows, styles, thick})
	var entries []legendEntry
	for i, n := range names {
		entries = append(entries, legendEntry{n, func(c *draw.Canvas, x, y vg.Length) {
			drawBar(c, styles[i], vg.Rectangle{Min: vg.Point{X: x, Y: y - 4}, Max: vg.Point{X: x + legendSample, Y: y + 4}})
		}})
	}
	return &Chart{Width: 620, Height: pitch*vg.Length(len(rows)) + 112, draw: func(c draw.Canvas) {
		framed(c, title, entries, p.Draw)
	}}
}

// nameRows makes the y axis one of n named rows, the first at the top: row i lies
// around -i.
func nameRows(p *plot.Plot, n int, name func(i int) string) {
	labels := make([]plot.Tick, n)
	for i := range labels {
		labels[i] = plot.Tick{Value: -float64(i), Label: name(i)}
	}
	p.Y.Tick.Marker, p.Y.Min, p.Y.Max = plot.ConstantTicks(labels), -float64(n)+0.5, 0.5
	p.Y.Tick.LineStyle.Width, p.Y.LineStyle.Width = 0, 0
}

type bars struct {
	rows   []Bar
	styles []int
	thick  vg.Length
}

// Plot draws the bars; a share of zero is a short mark, so that it differs
// from no share at all.
func (b bars) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i, r := range b.rows {
		top := y(-float64(i)) + b.thick*vg.Length(len(r.Shares))/2
		for s, share := range r.Shares {
			if math.IsNaN(share) {
				continue
			}
			hi := top - vg.Length(s)*b.thick
			drawBar(&c, b.styles[s], vg.Rectangle{
				Min: vg.Point{X: x(0), Y: hi - b.thick + 0.8},
				Max: vg.Point{X: max(x(share), x(0)+1.2), Y: hi},
			})
		}
	}
}

// drawBar fills a bar in the colour of the style; beyond the palette it gets
// an outline too.
func drawBar(c *draw.Canvas, style int, r vg.Rectangle) {
	pts := []vg.Point{r.Min, {X: r.Max.X, Y: r.Min.Y}, r.Max, {X: r.Min.X, Y: r.Max.Y}}
	c.FillPolygon(seriesColor(style), pts)
	if style >= len(Palette) {
		c.StrokeLines(draw.LineStyle{Color: hex(Ink), Width: 0.5}, append(pts, pts[0]))
	}
}

// barGrid draws vertical lines only.
type barGrid struct{}

func (barGrid) Plot(c draw.Canvas, p *plot.Plot) {
	x, _ := p.Transforms(&c)
	for _, t := range p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max) {
		if t.Label != "" {
			c.StrokeLine2(draw.LineStyle{Color: hex(Grid), Width: 0.5}, x(t.Value), c.Min.Y, x(t.Value), c.Max.Y)
		}
	}
}
