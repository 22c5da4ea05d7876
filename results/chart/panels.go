package chart

import (
	"cmp"
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Panel is one small plot among several: values measured at whole numbers.
type Panel struct {
	Title string
	// Share tells that values are shares, drawn from 0 to 100 %; others are drawn
	// over a logarithmic axis if they span more than a factor of 30.
	Share  bool
	Series []Series // X are the whole numbers, ascending
}

// MaxPanels bounds the plots of Panels.
const MaxPanels = 60

// Panels draws plots side by side, in rows of so many columns, with one legend
// for the series of all: lines from value to value, with a band from Low to
// High. Plots beyond MaxPanels are left out, and the chart says so.
func Panels(title, xLabel string, columns int, panels []Panel) *Chart {
	if len(panels) > MaxPanels {
		title += fmt.Sprintf(" (first %d of %d)", MaxPanels, len(panels))
		panels = panels[:MaxPanels]
	}
	columns = max(1, min(columns, len(panels)))
	var entries []legendEntry
	seen := map[string]bool{}
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range panels {
		for _, s := range p.Series {
			if !seen[s.Name] {
				seen[s.Name] = true
				entries = append(entries, lineEntry(s.Name, lineStyle(s.Style, 1.8), glyphStyle(s.Style, 2.8)))
			}
			for _, x := range s.X {
				low, high = min(low, x), max(high, x)
			}
		}
	}
	width, height := vg.Length(620)/vg.Length(columns), vg.Length(116)
	if columns < 3 {
		height = 190
	}
	rows := (len(panels) + columns - 1) / columns
	return &Chart{Width: 620, Height: vg.Length(rows)*height + 52 + legendLine, draw: func(c draw.Canvas) {
		framed(c, title, entries, func(c draw.Canvas) {
			for i := range panels {
				left, top := c.Min.X+vg.Length(i%columns)*width, c.Max.Y-vg.Length(i/columns)*height
				p := panels[i].plot(low, high)
				if i+columns >= len(panels) {
					p.X.Label.Text = xLabel
				}
				p.Draw(draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
					Min: vg.Point{X: left, Y: top - height + 6}, Max: vg.Point{X: min(left+width-10, c.Max.X), Y: top},
				}})
			}
		})
	}}
}

// plot returns the panel's plot with x from low to high.
func (p *Panel) plot(low, high float64) *plot.Plot {
	q := newPlot("", "")
	q.Title.Text = p.Title
	q.Title.TextStyle = textStyle(10.5, Ink)
	q.Title.TextStyle.XAlign, q.Title.TextStyle.YAlign = draw.XCenter, draw.YTop
	q.Title.Padding = 2
	q.X.Label.TextStyle.Font.Size = 9.5
	q.X.Tick.Label.Font.Size, q.Y.Tick.Label.Font.Size = 9, 9
	q.X.Min, q.X.Max, q.X.Tick.Marker = low-0.3, high+0.3, wholeTicks{}
	if p.Share {
		q.Y.Min, q.Y.Max, q.Y.Tick.Marker = -0.03, 1.03, halfTicks{}
	} else {
		p.scale(&q.Y)
	}
	q.Add(grid{})
	for _, s := range p.Series {
		q.Add(area{s})
	}
	for _, s := range p.Series {
		q.Add(line{s})
	}
	return q
}

// scale fits an axis to the values.
func (p *Panel) scale(a *plot.Axis) {
	low, high := math.Inf(1), 0.0
	for _, s := range p.Series {
		for _, ys := range [][]float64{s.Y, s.Low, s.High} {
			for _, y := range ys {
				if y > 0 {
					low, high = min(low, y), max(high, y)
				}
			}
		}
	}
	if high/low > 30 {
		a.Min, a.Max, a.Scale, a.Tick.Marker = low*0.8, high*1.25, logScale{}, logTicks{}
		return
	}
	a.Min, a.Max, a.Tick.Marker = 0, cmp.Or(high*1.05, 1), linearTicks{}
}

// polyline returns the points of a series on the canvas.
func polyline(xs, ys []float64, c *draw.Canvas, p *plot.Plot) []vg.Point {
	x, y := p.Transforms(c)
	pts := make([]vg.Point, len(xs))
	for i := range xs {
		pts[i] = vg.Point{X: x(xs[i]), Y: y(ys[i])}
	}
	return pts
}

type line struct{ s Series }

// Plot draws the line with a glyph at each value.
func (l line) Plot(c draw.Canvas, p *plot.Plot) {
	pts := polyline(l.s.X, l.s.Y, &c, p)
	c.StrokeLines(lineStyle(l.s.Style, 1.3), pts)
	for _, at := range pts {
		c.DrawGlyph(glyphStyle(l.s.Style, 2.1), at)
	}
}

type area struct{ s Series }

// Plot fills the area between Low and High.
func (b area) Plot(c draw.Canvas, p *plot.Plot) {
	if len(b.s.Low) == 0 {
		return
	}
	low, high := polyline(b.s.X, b.s.Low, &c, p), polyline(b.s.X, b.s.High, &c, p)
	c.FillPolygon(faint(seriesColor(b.s.Style), 14), between(low, high))
}

// wholeTicks are the whole numbers.
type wholeTicks struct{}

func (wholeTicks) Ticks(lo, hi float64) []plot.Tick {
	var ticks []plot.Tick
	for x := math.Ceil(lo); x <= hi; x++ {
		ticks = append(ticks, plot.Tick{Value: x, Label: strconv.Itoa(int(x))})
	}
	return ticks
}

// halfTicks are 0, 50 and 100 %.
type halfTicks struct{}

func (halfTicks) Ticks(_, _ float64) []plot.Tick {
	return []plot.Tick{{Value: 0, Label: "0 %"}, {Value: 0.5, Label: "50 %"}, {Value: 1, Label: "100 %"}}
}
