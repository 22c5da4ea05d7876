package stats

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Interval is a closed interval.
type Interval struct{ Low, High float64 }

// Wilson returns the score interval for a share of k successes in n trials at
// the given confidence, such as 0.95. For n = 0 it is [0, 1].
//
// Source: Wilson 1927; as method 3 of Newcombe, Statistics in Medicine 1998.
func Wilson(k, n int, confidence float64) Interval {
	if k < 0 || k > n {
		panic("stats: Wilson: k outside 0..n")
	}
	if n == 0 {
		return Interval{0, 1}
	}
	z := distuv.UnitNormal.Quantile(1 - (1-confidence)/2)
	p, nn := float64(k)/float64(n), float64(n)
	centre := p + z*z/(2*nn)
	half := z * math.Sqrt(p*(1-p)/nn+z*z/(4*nn*nn))
	scale := 1 + z*z/nn
	iv := Interval{(centre - half) / scale, (centre + half) / scale}
	if k == 0 {
		iv.Low = 0
	}
	if k == n {
		iv.High = 1
	}
	return iv
}

// Quartiles are the three quartiles of a sample.
type Quartiles struct{ Q1, Median, Q3 float64 }

// IQR returns the interquartile range.
func (q Quartiles) IQR() float64 { return q.Q3 - q.Q1 }

// QuartilesOf returns the quartiles of xs, interpolated linearly between order
// statistics (Hyndman and Fan 1996, definition 7). It returns false for an
// empty sample. xs is not modified.
func QuartilesOf(xs []float64) (Quartiles, bool) {
	if len(xs) == 0 {
		return Quartiles{}, false
	}
	sorted := append([]float64(nil), xs...)
	sort.Float64s(sorted)
	return Quartiles{quantile(sorted, 0.25), quantile(sorted, 0.5), quantile(sorted, 0.75)}, true
}

// Median returns the median of xs, false for an empty sample.
func Median(xs []float64) (float64, bool) {
	q, ok := QuartilesOf(xs)
	return q.Median, ok
}

// quantile is definition 7 of Hyndman and Fan; gonum's LinInterp is their
// definition 4, which is not the median at 0.5.
func quantile(sorted []float64, p float64) float64 {
	h := p * float64(len(sorted)-1)
	i := int(math.Floor(h))
	if i+1 >= len(sorted) || h == float64(i) || sorted[i] == sorted[i+1] { // the last guards against Inf-Inf
		return sorted[i]
	}
	return sorted[i] + (h-float64(i))*(sorted[i+1]-sorted[i])
}

// Mean returns the mean of xs, NaN for an empty sample.
func Mean(xs []float64) float64 { return stat.Mean(xs, nil) }

// Holm adjusts p-values of a family of tests so that each may be compared with
// the level of the whole family. NaN marks a test that was not made: it stays
// NaN and does not count. The order is kept; ps is not modified.
//
// Source: Holm, Scandinavian Journal of Statistics 1979.
func Holm(ps []float64) []float64 {
	out := make([]float64, len(ps))
	var order []int
	for i, p := range ps {
		out[i] = math.NaN()
		if !math.IsNaN(p) {
			order = append(order, i)
		}
	}
	sort.SliceStable(order, func(a, b int) bool { return ps[order[a]] < ps[order[b]] })
	least := 0.0
	for rank, i := range order {
		least = max(least, min(1, ps[i]*float64(len(order)-rank)))
		out[i] = least
	}
	return out
}

// ranks returns the midranks of xs, from 1, and for each group of ties its
// size. Infinite values are fine.
func ranks(xs []float64) (rank []float64, ties []int) {
	order := make([]int, len(xs))
	for i := range order {
		order[i] = i
	}
	sort.Slice(order, func(a, b int) bool { return xs[order[a]] < xs[order[b]] })
	rank = make([]float64, len(xs))
	for lo := 0; lo < len(order); {
		hi := lo + 1
		for hi < len(order) && xs[order[hi]] == xs[order[lo]] {
			hi++
		}
		for _, i := range order[lo:hi] {
			rank[i] = float64(lo+1+hi) / 2
		}
		if hi-lo > 1 {
			ties = append(ties, hi-lo)
		}
		lo = hi
	}
	return rank, ties
}
