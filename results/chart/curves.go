package chart

import (
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Series is a step function with a band: from X[i] on it is Y[i].
type Series struct {
	Name      string
	Style     int
	X, Y      []float64
	Low, High []float64
}

// Steps draws step functions with values from 0 to 1 over an x axis, which is
// logarithmic if the data spans more than a factor of 30.
func Steps(title, xLabel, yLabel string, series []Series) *Chart {
	lo, hi := xRange(series)
	p := newPlot(xLabel, yLabel)
	p.Y.Min, p.Y.Max, p.Y.Tick.Marker = 0, 1, percentTicks{}
	p.X.Max = hi
	if lo > 0 && hi/lo > 30 {
		p.X.Min, p.X.Scale, p.X.Tick.Marker = lo*0.9, logScale{}, logTicks{}
		p.X.Label.Text += " (logarithmic)"
	} else {
		p.X.Min, p.X.Tick.Marker = 0, linearTicks{}
	}
	p.Add(grid{})
	var entries []legendEntry
	for _, s := range series {
		p.Add(band{s})
	}
	for _, s := range series {
		p.Add(steps{s})
		entries = append(entries, lineEntry(s.Name, lineStyle(s.Style, 2.2), glyphStyle(s.Style, 3.2)))
	}
	return &Chart{Width: 620, Height: 380, draw: func(c draw.Canvas) {
		framed(c, title, entries, p.Draw)
	}}
}

// xRange returns the least positive and the greatest x.
func xRange(series []Series) (lo, hi float64) {
	lo = math.Inf(1)
	for _, s := range series {
		for _, x := range s.X {
			if x > 0 {
				lo = min(lo, x)
			}
			hi = max(hi, x)
		}
	}
	if math.IsInf(lo, 1) {
		return 0, 1
	}
	return lo, hi
}

func glyphStyle(style int, radius vg.Length) draw.GlyphStyle {
	return draw.GlyphStyle{Color: seriesColor(style), Radius: radius, Shape: glyphs[style%len(glyphs)]}
}

// grid draws light lines at the labelled ticks.
type grid struct{}

func (grid) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	sty := draw.LineStyle{Color: hex(Grid), Width: 0.5}
	for _, t := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
		if t.Label != "" {
			c.StrokeLine2(sty, c.Min.X, y(t.Value), c.Max.X, y(t.Value))
		}
	}
	for _, t := range p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max) {
		if t.Label != "" {
			c.StrokeLine2(sty, x(t.Value), c.Min.Y, x(t.Value), c.Max.Y)
		}
	}
}

// outline returns the points of a step function on the canvas.
func outline(s *Series, ys []float64, c *draw.Canvas, p *plot.Plot) []vg.Point {
	x, y := p.Transforms(c)
	var pts []vg.Point
	for i := range s.X {
		if i > 0 {
			pts = append(pts, vg.Point{X: x(s.X[i]), Y: y(ys[i-1])})
		}
		pts = append(pts, vg.Point{X: x(s.X[i]), Y: y(ys[i])})
	}
	return pts
}

type steps struct{ s Series }

// Plot draws the line and, so that colour is not all that tells lines apart, a
// few glyphs along it.
func (l steps) Plot(c draw.Canvas, p *plot.Plot) {
	pts := outline(&l.s, l.s.Y, &c, p)
	c.StrokeLines(lineStyle(l.s.Style, 1.8), c.ClipLinesXY(pts)...)
	const glyphsPerLine = 5
	width := c.Max.X - c.Min.X
	for g := range glyphsPerLine {
		// Lines put their glyphs at different places.
		at := c.Min.X + width*(vg.Length(g)+0.25+0.08*vg.Length(l.s.Style%7))/glyphsPerLine
		for i := 1; i < len(pts); i++ {
			if pts[i-1].X <= at && at < pts[i].X {
				c.DrawGlyph(glyphStyle(l.s.Style, 3), vg.Point{X: at, Y: pts[i-1].Y})
			}
		}
	}
}

type band struct{ s Series }

// Plot fills the area between Low and High.
func (b band) Plot(c draw.Canvas, p *plot.Plot) {
	if len(b.s.Low) == 0 {
		return
	}
	low, high := outline(&b.s, b.s.Low, &c, p), outline(&b.s, b.s.High, &c, p)
	c.FillPolygon(faint(seriesColor(b.s.Style), 14), c.ClipPolygonXY(between(low, high)))
}

// between returns the polygon between two lines that go the same way.
func between(low, high []vg.Point) []vg.Point {
	pts := slices.Clone(high)
	for _, at := range slices.Backward(low) {
		pts = append(pts, at)
	}
	return pts
}
