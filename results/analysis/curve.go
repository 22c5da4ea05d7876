package analysis

import (
	"math"
	"slices"

	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/stats"
)

// Curve is the share of tasks that reached a goal over what they had spent.
// It is a step function: from X[i] on, the share is Y[i].
type Curve struct {
	Engine    string
	X, Y      []float64 // X ascending; Y from 0 to 1
	Low, High []float64 // 95 % band
	Tasks     int
	Band      string // how the band was made: "bootstrap" or "Wilson"
}

// maxCurvePoints bounds the points of a curve; more cannot be seen.
const maxCurvePoints = 240

// resamples for bootstrap bands.
const resamples = 1000

// Curves returns the curve of each engine of the view to which the goal
// applies, all ending at the same X, the most that any task spent. A task
// counts in the denominator to the end, also after its budget ended it: curves
// are lower bounds where tasks were cut short, unlike Kaplan-Meier's.
//
// The band is the bootstrap over seeds where every pair has equally many, at
// least three; else Wilson's over tasks. False if the measure was not taken.
func Curves(v *View, m *Measure, g Goal) ([]Curve, bool) {
	var curves []Curve
	horizon := 0.0
	for _, e := range v.Engines {
		obs, ok := m.observations(g, v.Runs(e))
		if len(obs) == 0 && !ok && !applies(g, v.Runs(e)) {
			continue
		}
		if !ok {
			return nil, false
		}
		for _, r := range v.Runs(e) {
			if end, ok := m.end(r); ok {
				horizon = max(horizon, end)
			}
		}
		for _, o := range obs {
			if o.Event {
				horizon = max(horizon, o.Time)
			}
		}
		curves = append(curves, v.curve(m, g, e, obs))
	}
	for i := range curves {
		curves[i].extend(horizon)
	}
	return curves, len(curves) > 0 && horizon > 0
}

func applies(g Goal, runs []*results.Run) bool {
	_, n := share(g, runs)
	return n > 0
}

func (v *View) curve(m *Measure, g Goal, engine string, obs []stats.Observation) Curve {
	events := eventTimes(obs)
	grid := thin(events)
	c := Curve{Engine: engine, X: grid, Tasks: len(obs), Band: "Wilson"}
	c.Y = sharesAt(grid, events, len(obs))
	var bands []stats.Interval
	if rows := v.repetitions(m, g, engine, grid); rows != nil {
		c.Band = "bootstrap"
		bands = stats.Bands(rows, resamples, confidence, 1)
	} else {
		for _, y := range c.Y {
			bands = append(bands, stats.Wilson(int(math.Round(y*float64(len(obs)))), len(obs), confidence))
		}
	}
	for _, b := range bands {
		c.Low, c.High = append(c.Low, b.Low), append(c.High, b.High)
	}
	return c
}

// eventTimes returns the times of the events, ascending.
func eventTimes(obs []stats.Observation) []float64 {
	var times []float64
	for _, o := range obs {
		if o.Event {
			times = append(times, o.Time)
		}
	}
	slices.Sort(times)
	return times
}

// thin returns the distinct values of an ascending list, or about
// maxCurvePoints of them, the first and the last among them.
func thin(sorted []float64) []float64 {
	distinct := slices.Compact(slices.Clone(sorted))
	if len(distinct) <= maxCurvePoints {
		return distinct
	}
	out := make([]float64, maxCurvePoints)
	for i := range out {
		out[i] = distinct[i*(len(distinct)-1)/(maxCurvePoints-1)]
	}
	return out
}

// sharesAt returns for each x of the ascending grid how many of n tasks had
// their event by then.
func sharesAt(grid, events []float64, n int) []float64 {
	shares := make([]float64, len(grid))
	k := 0
	for i, x := range grid {
		for k < len(events) && events[k] <= x {
			k++
		}
		shares[i] = float64(k) / float64(n)
	}
	return shares
}

// repetitions returns one curve per repetition of the experiment: the first
// task of every pair, the second of every pair, and so on. Seeds of different
// pairs are independent, so that any task may stand for a repetition. Nil if
// pairs have not equally many tasks, or fewer than three.
func (v *View) repetitions(m *Measure, g Goal, engine string, grid []float64) [][]float64 {
	var byRepetition [][]stats.Observation
	for _, p := range v.Pairs {
		obs, ok := m.observations(g, v.Cell(p, engine))
		if !ok {
			continue
		}
		if byRepetition == nil {
			byRepetition = make([][]stats.Observation, len(obs))
		}
		if len(obs) != len(byRepetition) || len(obs) < 3 {
			return nil
		}
		for i, o := range obs {
			byRepetition[i] = append(byRepetition[i], o)
		}
	}
	rows := make([][]float64, len(byRepetition))
	for i, obs := range byRepetition {
		rows[i] = sharesAt(grid, eventTimes(obs), len(obs))
	}
	return rows
}

// extend makes the curve reach from zero to x.
func (c *Curve) extend(x float64) {
	first, last := Curve{X: []float64{0}, Y: []float64{0}, Low: []float64{0}, High: []float64{0}}, Curve{}
	if n := len(c.X); n > 0 && c.X[n-1] < x {
		last = Curve{X: []float64{x}, Y: c.Y[n-1:], Low: c.Low[n-1:], High: c.High[n-1:]}
	} else if n == 0 {
		last = Curve{X: []float64{x}, Y: []float64{0}, Low: []float64{0}, High: []float64{stats.Wilson(0, c.Tasks, confidence).High}}
	}
	c.X = slices.Concat(first.X, c.X, last.X)
	c.Y = slices.Concat(first.Y, c.Y, last.Y)
	c.Low = slices.Concat(first.Low, c.Low, last.Low)
	c.High = slices.Concat(first.High, c.High, last.High)
}

// Shares returns for each pair of the view and each engine the tasks that
// detect and all tasks.
func Shares(v *View) (k, n [][]int) {
	for _, p := range v.Pairs {
		var ks, ns []int
		for _, e := range v.Engines {
			a, b := share(Difference, v.Cell(p, e))
			ks, ns = append(ks, a), append(ns, b)
		}
		k, n = append(k, ks), append(n, ns)
	}
	return k, n
}

// Spread is what the tasks of an engine spent until the first difference.
type Spread struct {
	Engine  string
	Values  []float64 // ascending, of those that detect; thinned if many
	Reached int       // tasks that detect
	Tasks   int
	// Quartiles over all tasks, +Inf where a quartile lies among the tasks
	// that do not detect.
	Quartiles stats.Quartiles
}

// Spreads returns the spread of each engine of the view; false if the measure
// was not taken.
func Spreads(v *View, m *Measure) ([]Spread, bool) {
	var spreads []Spread
	for _, e := range v.Engines {
		xs, ok := m.ranks(Difference, v.Runs(e))
		if !ok {
			return nil, false
		}
		slices.Sort(xs)
		s := Spread{Engine: e, Tasks: len(xs)}
		s.Quartiles, _ = stats.QuartilesOf(xs)
		for len(xs) > 0 && math.IsInf(xs[len(xs)-1], 1) {
			xs = xs[:len(xs)-1]
		}
		s.Reached = len(xs)
		const most = 300
		for i := range min(most, len(xs)) {
			if len(xs) <= most {
				s.Values = append(s.Values, xs[i])
			} else {
				s.Values = append(s.Values, xs[i*(len(xs)-1)/(most-1)])
			}
		}
		spreads = append(spreads, s)
	}
	return spreads, len(spreads) > 0
}
