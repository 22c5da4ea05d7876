package chart

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Strip is a sample in which some members have no value.
type Strip struct {
	Name             string
	Style            int
	Values           []float64 // positive
	Q1, Median, Q3   float64   // over all members; +Inf where it lies among those without a value
	Reached, Members int
}

// Strips draws each sample as points over a logarithmic axis, with a box from
// the first to the third quartile and a line at the median. A box that goes on
// into the members without a value is open to the right. The share with a
// value is written at the right.
func Strips(title, xLabel string, strips []Strip) *Chart {
	lo, hi := math.Inf(1), 0.0
	for _, s := range strips {
		for _, v := range s.Values {
			if v > 0 {
				lo, hi = min(lo, v), max(hi, v)
			}
		}
	}
	if hi == 0 {
		lo, hi = 1, 10
	}
	if hi < lo*2 {
		lo, hi = lo/1.5, hi*1.5
	}
	p := newPlot(xLabel+" (logarithmic)", "")
	p.X.Scale, p.X.Tick.Marker = logScale{}, logTicks{}
	nameRows(p, len(strips), func(i int) string { return strips[i].Name })
	p.Add(barGrid{})
	for i, s := range strips {
		p.Add(strip{s, i})
	}
	return &Chart{Width: 620, Height: 46*vg.Length(len(strips)) + 100, draw: func(c draw.Canvas) {
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = lo*0.9, hi*1.1, -float64(len(strips))+0.5, 0.5
		framed(c, title, nil, func(c draw.Canvas) {
			sty := textStyle(10.5, Muted)
			sty.YAlign = draw.YTop
			c.FillText(sty, vg.Point{X: c.Max.X - 82, Y: c.Max.Y + 2}, "reached by")
			p.Draw(draw.Crop(c, 0, -90, 0, -8))
		})
	}}
}

type strip struct {
	s   Strip
	row int
}

func (t strip) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	mid := y(-float64(t.row))
	color := seriesColor(t.s.Style)
	for i, v := range t.s.Values {
		at := vg.Point{X: x(v), Y: mid + vg.Length(spreadOut(i)-0.5)*22}
		c.DrawGlyph(draw.GlyphStyle{Color: faint(color, 65), Radius: 1.7, Shape: draw.CircleGlyph{}}, at)
	}
	clip := func(v float64) vg.Length {
		if math.IsInf(v, 1) {
			return c.Max.X
		}
		return x(v)
	}
	ink := draw.LineStyle{Color: hex(Ink), Width: 0.9}
	if !math.IsInf(t.s.Q1, 1) && t.s.Members > 0 {
		left, right := clip(t.s.Q1), clip(t.s.Q3)
		box := []vg.Point{{X: right, Y: mid - 14}, {X: left, Y: mid - 14}, {X: left, Y: mid + 14}, {X: right, Y: mid + 14}}
		if !math.IsInf(t.s.Q3, 1) {
			box = append(box, box[0])
		}
		c.StrokeLines(ink, box)
		if !math.IsInf(t.s.Median, 1) {
			ink.Width = 2.2
			c.StrokeLine2(ink, clip(t.s.Median), mid-14, clip(t.s.Median), mid+14)
		}
	}
	sty := textStyle(10.5, Muted)
	sty.YAlign = draw.YCenter
	c.FillText(sty, vg.Point{X: c.Max.X + 8, Y: mid}, fmt.Sprintf("%d of %d", t.s.Reached, t.s.Members))
}

// spreadOut returns the i-th member of a sequence that fills [0, 1) evenly
// (van der Corput's), so that points with equal values lie side by side.
func spreadOut(i int) float64 {
	x, f := 0.0, 0.5
	for i++; i > 0; i /= 2 {
		x += f * float64(i%2)
		f /= 2
	}
	return x
}
