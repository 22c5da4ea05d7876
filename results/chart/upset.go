package chart

import (
	"fmt"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Intersection is how many things exactly these sets have in common.
type Intersection struct {
	Members []bool // by set
	Count   int
}

// MaxIntersections bounds the columns of UpSet.
const MaxIntersections = 30

// UpSet draws the sizes of intersections: a bar for each, above a matrix of
// dots that tells which sets it is of. Intersections beyond MaxIntersections
// are left out, and the chart says so.
//
// Source: Lex et al., IEEE TVCG 2014.
func UpSet(title, unit string, sets []string, styles []int, groups []Intersection) *Chart {
	if len(groups) > MaxIntersections {
		title += fmt.Sprintf(" (first %d of %d combinations)", MaxIntersections, len(groups))
		groups = groups[:MaxIntersections]
	}
	const (
		rowHeight   = 20
		columnWidth = 30
		barHeight   = 130
	)
	label := textStyle(11, Ink)
	label.XAlign, label.YAlign = draw.XRight, draw.YCenter
	left := vg.Length(40)
	for _, s := range sets {
		left = max(left, label.Width(s)+30)
	}
	most := 1
	for _, g := range groups {
		most = max(most, g.Count)
	}
	width := max(400, left+columnWidth*vg.Length(len(groups))+20)
	return &Chart{Width: width, Height: 66 + barHeight + rowHeight*vg.Length(len(sets)) + 14, draw: func(c draw.Canvas) {
		framed(c, title, nil, func(draw.Canvas) {})
		base := c.Max.Y - 58 - barHeight
		count := textStyle(10.5, Ink)
		count.XAlign, count.YAlign = draw.XCenter, draw.YBottom
		side := textStyle(10.5, Muted)
		side.XAlign, side.YAlign = draw.XRight, draw.YTop
		c.FillText(side, vg.Point{X: c.Min.X + left - 8, Y: base + barHeight}, unit)
		c.StrokeLine2(draw.LineStyle{Color: hex(Muted), Width: 0.6}, c.Min.X+left, base, c.Min.X+left+columnWidth*vg.Length(len(groups)), base)
		y := func(row int) vg.Length { return base - rowHeight*(vg.Length(row)+0.7) }
		for i, s := range sets {
			c.FillText(label, vg.Point{X: c.Min.X + left - 8, Y: y(i) + 1}, s)
		}
		for k, g := range groups {
			x := c.Min.X + left + columnWidth*(vg.Length(k)+0.5)
			top := base + barHeight*vg.Length(g.Count)/vg.Length(most)
			c.FillPolygon(hex(Muted), []vg.Point{{X: x - 9, Y: base}, {X: x + 9, Y: base}, {X: x + 9, Y: top}, {X: x - 9, Y: top}})
			c.FillText(count, vg.Point{X: x, Y: top + 2}, fmt.Sprint(g.Count))
			upsetColumn(&c, x, y, styles, g)
		}
	}}
}

// upsetColumn draws the dots of an intersection, joined by a line.
func upsetColumn(c *draw.Canvas, x vg.Length, y func(int) vg.Length, styles []int, g Intersection) {
	first, last := -1, -1
	for i, in := range g.Members {
		if in {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	if last > first {
		c.StrokeLine2(draw.LineStyle{Color: hex(Muted), Width: 2}, x, y(first), x, y(last))
	}
	for i, in := range g.Members {
		dot := draw.GlyphStyle{Color: hex(Grid), Radius: 5, Shape: draw.CircleGlyph{}}
		if in {
			dot.Color = seriesColor(styles[i])
		}
		c.DrawGlyph(dot, vg.Point{X: x, Y: y(i)})
	}
}
