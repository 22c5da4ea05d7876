// Package chart draws the plots of results, as SVG and PNG, with gonum/plot.
// Equal arguments give equal bytes.
//
// Every series has a style by its index: a colour from a palette that people
// with any colour vision can tell apart (four of Okabe and Ito's, the others found by
// search for the greatest least distance), a dash pattern and a glyph, so that it can be told apart in print as well.
package chart

import (
	"bytes"
	"fmt"
	"image/color"
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Chart is a drawing of fixed size.
type Chart struct {
	Width, Height vg.Length
	draw          func(c draw.Canvas)
}

// The colours of everything that is no series. None is pure black, which the
// SVG writer leaves out, so that a page can replace each by its own.
const (
	Ink        = "#1B1B1F" // text and axes
	Muted      = "#6B6B76" // secondary text
	Grid       = "#DCDCE2" // lines behind the data
	Background = "#FFFFFF"
)

// Palette is the colours of the series; style i has colour i modulo its
// length.
var Palette = [...]string{"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#A4CD71", "#E72657", "#3932FF", "#10D192", "#B761F4"}

var dashes = [...][]vg.Length{nil, {7, 3}, {2, 2}, {9, 3, 2, 3}, {4, 2}, {12, 4}, {6, 2, 2, 2, 2, 2}, {1, 2}, {14, 3, 4, 3}}

var glyphs = [...]draw.GlyphDrawer{
	draw.CircleGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.CrossGlyph{}, draw.PyramidGlyph{}, draw.PlusGlyph{}, draw.RingGlyph{}, draw.BoxGlyph{},
}

func hex(s string) color.NRGBA {
	var c color.NRGBA
	if _, err := fmt.Sscanf(s, "#%02X%02X%02X", &c.R, &c.G, &c.B); err != nil {
		panic("chart: colour " + s)
	}
	c.A = 255
	return c
}

func seriesColor(style int) color.NRGBA { return hex(Palette[style%len(Palette)]) }

// faint returns a colour with an opacity of a percent.
func faint(c color.NRGBA, percent int) color.NRGBA {
	c.A = uint8(255 * percent / 100)
	return c
}

func lineStyle(style int, width vg.Length) draw.LineStyle {
	// Dashes of a second round through the palette differ from the first.
	return draw.LineStyle{Color: seriesColor(style), Width: width, Dashes: dashes[(style+style/len(Palette))%len(dashes)]}
}

func textStyle(size vg.Length, ink string) draw.TextStyle {
	return draw.TextStyle{
		Color:   hex(ink),
		Font:    font.Font{Typeface: "Liberation", Variant: "Sans", Size: size},
		Handler: text.Plain{Fonts: font.DefaultCache},
	}
}

// newPlot returns a plot with our fonts and colours.
func newPlot(xLabel, yLabel string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil // drawn once, behind everything
	for _, a := range []struct {
		axis  *plot.Axis
		label string
	}{{&p.X, xLabel}, {&p.Y, yLabel}} {
		a.axis.Label.Text = a.label
		align := a.axis.Label.TextStyle
		a.axis.Label.TextStyle = textStyle(11, Ink)
		a.axis.Label.TextStyle.XAlign, a.axis.Label.TextStyle.YAlign, a.axis.Label.TextStyle.Rotation = align.XAlign, align.YAlign, align.Rotation
		align = a.axis.Tick.Label
		a.axis.Tick.Label = textStyle(10.5, Ink)
		a.axis.Tick.Label.XAlign, a.axis.Tick.Label.YAlign = align.XAlign, align.YAlign
		a.axis.LineStyle = draw.LineStyle{Color: hex(Muted), Width: 0.6}
		a.axis.Tick.LineStyle = a.axis.LineStyle
	}
	return p
}

// WriteSVG writes the chart as a stand-alone SVG file.
func (c *Chart) WriteSVG(w io.Writer) error {
	canvas := vgsvg.New(c.Width, c.Height)
	c.drawOn(draw.New(canvas))
	_, err := canvas.WriteTo(w)
	return err
}

// SVG returns the chart as an SVG file.
func (c *Chart) SVG() []byte {
	var buf bytes.Buffer
	if err := c.WriteSVG(&buf); err != nil {
		panic("chart: " + err.Error()) // a buffer takes everything
	}
	return buf.Bytes()
}

// WritePNG writes the chart as PNG at twice the resolution of screens.
func (c *Chart) WritePNG(w io.Writer) error {
	canvas := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(c.Width, c.Height), vgimg.UseDPI(144))}
	c.drawOn(draw.New(canvas))
	_, err := canvas.WriteTo(w)
	return err
}

func (c *Chart) drawOn(canvas draw.Canvas) {
	canvas.SetColor(hex(Background))
	canvas.Fill(canvas.Rectangle.Path())
	c.draw(canvas)
}

// legendEntry is a name with the sample that stands for it.
type legendEntry struct {
	name string
	draw func(c *draw.Canvas, x, y vg.Length) // around y, from x to x+legendSample
}

const (
	legendSample = 26
	legendLine   = 16
)

// lineEntry is an entry whose sample is a line with a glyph at its middle.
func lineEntry(name string, line draw.LineStyle, glyph draw.GlyphStyle) legendEntry {
	return legendEntry{name, func(c *draw.Canvas, x, y vg.Length) {
		c.StrokeLine2(line, x, y, x+legendSample, y)
		c.DrawGlyph(glyph, vg.Point{X: x + legendSample/2, Y: y})
	}}
}

// layLegend breaks entries into lines of at most width.
func layLegend(entries []legendEntry, width vg.Length, sty draw.TextStyle) [][]legendEntry {
	var lines [][]legendEntry
	used := width + 1
	for _, e := range entries {
		w := legendSample + 6 + sty.Width(e.name) + 18
		if used+w > width {
			lines = append(lines, nil)
			used = 0
		}
		lines[len(lines)-1] = append(lines[len(lines)-1], e)
		used += w
	}
	return lines
}

// framed draws a title, a legend in lines below it, and hands the rest to rest.
func framed(c draw.Canvas, title string, entries []legendEntry, rest func(draw.Canvas)) {
	head := textStyle(13, Ink)
	head.YAlign = draw.YTop
	c.FillText(head, vg.Point{X: c.Min.X + 14, Y: c.Max.Y - 9}, title)
	sty := textStyle(11, Ink)
	sty.YAlign = draw.YCenter
	lines := layLegend(entries, c.Max.X-c.Min.X-20, sty)
	y := c.Max.Y - 38
	for _, line := range lines {
		x := c.Min.X + 14
		for _, e := range line {
			e.draw(&c, x, y)
			c.FillText(sty, vg.Point{X: x + legendSample + 6, Y: y + 1}, e.name)
			x += legendSample + 6 + sty.Width(e.name) + 18
		}
		y -= legendLine
	}
	rest(draw.Crop(c, 8, -14, 8, -(vg.Length(len(lines))*legendLine + 32)))
}
