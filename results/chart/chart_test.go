package chart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"math"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/plot"
)

// every draws charts of ordinary and of degenerate data.
func every() map[string]*Chart {
	inf, nan := math.Inf(1), math.NaN()
	line := func(i int, xs ...float64) Series {
		s := Series{Name: fmt.Sprintf("engine %d <&>", i), Style: i}
		for k, x := range xs {
			y := float64(k) / float64(len(xs))
			s.X, s.Y, s.Low, s.High = append(s.X, x), append(s.Y, y), append(s.Low, y/2), append(s.High, min(1, y+0.1))
		}
		return s
	}
	var lines []Series
	for i := range 16 {
		lines = append(lines, line(i, 0, float64(i+1), 1e6))
	}
	var rows []Bar
	for i := range MaxBars + 5 {
		rows = append(rows, Bar{Label: fmt.Sprintf("pair%d", i), Shares: []float64{float64(i%11) / 10, nan}})
	}
	var ranked []Ranked
	for i := range 9 {
		ranked = append(ranked, Ranked{fmt.Sprint("e", i), i, 1 + float64(i)*0.9})
	}
	var panels []Panel
	for i := range MaxPanels + 2 {
		panels = append(panels, Panel{Title: fmt.Sprintf("pair<%d>", i), Share: i%2 == 0, Series: []Series{line(0, 1, 2, 3), line(i, 1, 3)}})
	}
	zero := Series{Name: "zero", X: []float64{1, 2}, Y: []float64{0, 0}}
	far := Series{Name: "far", X: []float64{1, 2, 3}, Y: []float64{0, 1, 1e9}, Low: []float64{0, 1, 1e9}, High: []float64{0, 1, 1e9}}
	var estimates []Estimate
	for i := range MaxBars + 1 {
		estimates = append(estimates, Estimate{fmt.Sprint("pair", i), []float64{0.5, nan}, []float64{0.4, nan}, []float64{0.6, nan}})
	}
	return map[string]*Chart{
		"panels":         Panels("t", "x", 4, panels),
		"one panel":      Panels("t", "x", 4, []Panel{{"p", false, []Series{far, zero}}}),
		"empty panels":   Panels("t", "x", 2, []Panel{{"p", false, []Series{zero}}, {"q", true, nil}}),
		"no panel":       Panels("t", "x", 0, nil),
		"dots":           Dots("t", "x", []string{"a", "b"}, []int{0, 9}, estimates),
		"no dot":         Dots("t", "x", nil, nil, nil),
		"lines":          Steps("t", "x", "y", lines),
		"no line":        Steps("t", "x", "y", nil),
		"flat line":      Steps("t", "x", "y", []Series{line(0, 0, 0)}),
		"one point":      Steps("t", "x", "y", []Series{line(0, 0, 1)}),
		"linear":         Steps("t", "x", "y", []Series{line(0, 0, 1, 7, 20)}),
		"tiny":           Steps("t", "x", "y", []Series{line(0, 0, 1e-9, 1e-3)}),
		"huge":           Steps("t", "x", "y", []Series{line(0, 0, 1, 1e15)}),
		"bars":           Bars("t", "x", []string{"a", "b"}, []int{0, 9}, rows),
		"one bar":        Bars("t", "x", []string{"a"}, []int{0}, rows[:1]),
		"no bar":         Bars("t", "x", []string{"a"}, []int{0}, nil),
		"strips":         Strips("t", "x", []Strip{{"a", 0, []float64{1, 5, 900}, 1, 5, inf, 3, 9}, {"b", 1, nil, inf, inf, inf, 0, 4}}),
		"strip of one":   Strips("t", "x", []Strip{{"a", 0, []float64{3}, 3, 3, 3, 1, 1}}),
		"strip of zeros": Strips("t", "x", []Strip{{"a", 0, []float64{0, 0}, 0, 0, 0, 2, 2}}),
		"no strip":       Strips("t", "x", nil),
		"ranks":          CriticalDifference("t", ranked, 2.5),
		"upset":          UpSet("t", "pairs", []string{"a", "longer <name>"}, []int{0, 9}, []Intersection{{[]bool{true, true}, 12}, {[]bool{false, false}, 1}, {[]bool{true, false}, 0}}),
		"wide upset":     UpSet("t", "pairs", []string{"a"}, []int{0}, make([]Intersection, MaxIntersections+3)),
		"no upset":       UpSet("t", "pairs", nil, nil, nil),
		"equal ranks":    CriticalDifference("t", []Ranked{{"a", 0, 1.5}, {"b", 1, 1.5}}, 9),
	}
}

// TestCharts checks that every chart is drawn, twice the same, as XML without
// numbers that are none, and as PNG.
func TestCharts(t *testing.T) {
	for name, c := range every() {
		done := make(chan []byte, 1)
		go func() { done <- c.SVG() }()
		var svg []byte
		select {
		case svg = <-done:
		case <-time.After(30 * time.Second):
			t.Fatalf("%s: drawing does not end", name)
		}
		if !bytes.Equal(svg, c.SVG()) {
			t.Errorf("%s is not drawn the same again", name)
		}
		for _, bad := range []string{"NaN", "Inf"} {
			if bytes.Contains(svg, []byte(bad)) {
				t.Errorf("%s contains %s", name, bad)
			}
		}
		d := xml.NewDecoder(bytes.NewReader(svg))
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		var buf bytes.Buffer
		if err := c.WritePNG(&buf); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if _, err := png.Decode(&buf); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestStylesDiffer checks that the first two rounds of the palette can be told
// apart without colour.
func TestStylesDiffer(t *testing.T) {
	seen := map[string]int{}
	for i := range 2 * len(Palette) {
		sty := lineStyle(i, 1)
		key := fmt.Sprint(sty.Color, sty.Dashes)
		if j, ok := seen[key]; ok {
			t.Errorf("styles %d and %d are the same", i, j)
		}
		seen[key] = i
	}
}

func TestTicks(t *testing.T) {
	labels := func(ticks []plot.Tick) string {
		var out []string
		for _, k := range ticks {
			if k.Label != "" {
				out = append(out, k.Label)
			}
		}
		return strings.Join(out, " ")
	}
	for _, c := range []struct{ got, want string }{
		{labels(logTicks{}.Ticks(0.9, 60)), "1 2 5 10 20 50"},
		{labels(logTicks{}.Ticks(1, 1e6)), "1 10 100 1000 10 k 100 k 1 M"},
		{labels(logTicks{}.Ticks(0, 1)), ""},
		{labels(linearTicks{}.Ticks(0, 60)), "0 10 20 30 40 50 60"},
		{labels(linearTicks{}.Ticks(0, 0.07)), "0 0.02 0.04 0.06"},
		{labels(linearTicks{}.Ticks(1, 1)), ""},
		{labels(percentTicks{}.Ticks(0, 1)), "0 % 20 % 40 % 60 % 80 % 100 %"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestCliques(t *testing.T) {
	ranked := []Ranked{{Rank: 1}, {Rank: 1.5}, {Rank: 2.4}, {Rank: 4}, {Rank: 4.1}}
	if got, want := fmt.Sprint(cliques(ranked, 1)), "[[0 1] [1 2] [3 4]]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := cliques(ranked, 0.05); got != nil {
		t.Errorf("got %v", got)
	}
}
