package chart

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Ranked is a competitor with its mean rank.
type Ranked struct {
	Name  string
	Style int
	Rank  float64
}

// CriticalDifference draws Demšar's diagram: competitors on an axis of mean
// ranks, the best at the left, a bar over each group whose members do not
// differ by the critical difference. Ranked is ordered by rank, at least two.
//
// Source: Demšar, JMLR 2006, figure 1.
func CriticalDifference(title string, ranked []Ranked, critical float64) *Chart {
	groups := cliques(ranked, critical)
	half := (len(ranked) + 1) / 2
	axisDrop := vg.Length(82 + 8*len(groups))
	return &Chart{Width: 620, Height: axisDrop + vg.Length(half)*20 + 12, draw: func(c draw.Canvas) {
		d := cdDrawing{c: c, k: len(ranked), left: c.Min.X + 150, right: c.Max.X - 150, y: c.Max.Y - 74}
		framed(c, title, nil, func(draw.Canvas) {})
		d.axis()
		d.critical(critical)
		for i, g := range groups {
			y := d.y - 10 - 8*vg.Length(i)
			c.StrokeLine2(draw.LineStyle{Color: hex(Ink), Width: 3}, d.x(ranked[g[0]].Rank)-3, y, d.x(ranked[g[1]].Rank)+3, y)
		}
		for i, r := range ranked {
			row := i
			if i >= half {
				row = len(ranked) - 1 - i
			}
			d.name(r, i < half, c.Max.Y-axisDrop-20*vg.Length(row)-8)
		}
	}}
}

// cliques returns the largest runs of ranked (first and last index) whose
// members do not differ, of at least two.
func cliques(ranked []Ranked, critical float64) [][2]int {
	var groups [][2]int
	reach := -1
	for i := range ranked {
		j := i
		for j+1 < len(ranked) && ranked[j+1].Rank-ranked[i].Rank < critical {
			j++
		}
		if j > i && j > reach {
			groups = append(groups, [2]int{i, j})
			reach = j
		}
	}
	return groups
}

type cdDrawing struct {
	c           draw.Canvas
	k           int
	left, right vg.Length // of ranks 1 and k
	y           vg.Length // of the axis
}

func (d *cdDrawing) x(rank float64) vg.Length {
	return d.left + (d.right-d.left)*vg.Length((rank-1)/float64(d.k-1))
}

func (d *cdDrawing) axis() {
	ink := draw.LineStyle{Color: hex(Ink), Width: 1}
	d.c.StrokeLine2(ink, d.left, d.y, d.right, d.y)
	sty := textStyle(10.5, Ink)
	sty.XAlign, sty.YAlign = draw.XCenter, draw.YBottom
	for r := 1; r <= d.k; r++ {
		x := d.x(float64(r))
		d.c.StrokeLine2(ink, x, d.y, x, d.y+5)
		d.c.FillText(sty, vg.Point{X: x, Y: d.y + 7}, fmt.Sprint(r))
	}
}

// critical draws the length of the critical difference above the axis.
func (d *cdDrawing) critical(cd float64) {
	end := d.x(1 + math.Min(cd, float64(d.k-1)))
	y := d.y + 26
	ink := draw.LineStyle{Color: hex(Muted), Width: 1}
	d.c.StrokeLine2(ink, d.left, y, end, y)
	for _, x := range []vg.Length{d.left, end} {
		d.c.StrokeLine2(ink, x, y-3, x, y+3)
	}
	sty := textStyle(10.5, Muted)
	sty.YAlign = draw.YCenter
	d.c.FillText(sty, vg.Point{X: end + 6, Y: y}, fmt.Sprintf("critical difference %.2f", cd))
}

// name writes a competitor at the left or right with a line to its rank.
func (d *cdDrawing) name(r Ranked, left bool, y vg.Length) {
	line := draw.LineStyle{Color: seriesColor(r.Style), Width: 1.4}
	sty := textStyle(11, Ink)
	sty.YAlign = draw.YCenter
	x := d.x(r.Rank)
	label := fmt.Sprintf("%s (%.2f)", r.Name, r.Rank)
	end := d.left - 8
	at := vg.Point{X: end - 4, Y: y}
	sty.XAlign = draw.XRight
	if !left {
		end = d.right + 8
		at.X, sty.XAlign = end+4, draw.XLeft
	}
	d.c.StrokeLines(line, []vg.Point{{X: x, Y: d.y}, {X: x, Y: y}, {X: end, Y: y}})
	d.c.FillText(sty, at, label)
}
