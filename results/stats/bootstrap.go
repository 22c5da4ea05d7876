package stats

import (
	"math"
	"math/rand/v2"
	"sort"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// manyRows is the number of rows up to which Bands resamples them.
const manyRows = 1000

// Bands returns, for every column of rows, the interval that holds the middle
// share (confidence) of the column's mean over resamples of the rows. Rows are
// independent repetitions (one per seed), columns the points of a curve. All
// rows have the same length. Equal arguments give equal bands.
//
// Of more than manyRows rows the interval is the normal one of the mean, within
// the column's values: the percentiles of so many resampled rows hardly differ
// from it, and would take minutes.
//
// Source: percentile bootstrap, Efron and Tibshirani 1993, section 13.3.
func Bands(rows [][]float64, resamples int, confidence float64, seed uint64) []Interval {
	if len(rows) == 0 {
		return nil
	}
	if len(rows) > manyRows {
		return normalBands(rows, confidence)
	}
	width := len(rows[0])
	rng := rand.New(rand.NewPCG(seed, 0x7269_6674))
	means := make([][]float64, width) // by column, one per resample
	for c := range means {
		means[c] = make([]float64, resamples)
	}
	count := make([]int, len(rows))
	mean := make([]float64, width) // of one resample
	for r := range resamples {
		clear(count)
		clear(mean)
		for range rows {
			count[rng.IntN(len(rows))]++
		}
		for i, n := range count {
			if n == 0 {
				continue
			}
			weight := float64(n) / float64(len(rows))
			for c, v := range rows[i] {
				mean[c] += weight * v
			}
		}
		for c, v := range mean {
			means[c][r] = v
		}
	}
	bands := make([]Interval, width)
	for c, m := range means {
		sort.Float64s(m)
		bands[c] = Interval{quantile(m, (1-confidence)/2), quantile(m, 1-(1-confidence)/2)}
	}
	return bands
}

// normalBands returns, for every column, the normal interval of its mean.
func normalBands(rows [][]float64, confidence float64) []Interval {
	z := distuv.UnitNormal.Quantile(1 - (1-confidence)/2)
	bands := make([]Interval, len(rows[0]))
	column := make([]float64, len(rows))
	for c := range bands {
		low, high := math.Inf(1), math.Inf(-1)
		for i, row := range rows {
			column[i] = row[c]
			low, high = min(low, row[c]), max(high, row[c])
		}
		mean, deviation := stat.MeanStdDev(column, nil)
		half := z * deviation / math.Sqrt(float64(len(rows)))
		bands[c] = Interval{max(low, mean-half), min(high, mean+half)}
	}
	return bands
}
