package stats

import (
	"math/rand/v2"
	"sort"
)

// Bands returns, for every column of rows, the interval that holds the middle
// share (confidence) of the column's mean over resamples of the rows. Rows are
// independent repetitions (one per seed), columns the points of a curve. All
// rows have the same length. Equal arguments give equal bands.
//
// Source: percentile bootstrap, Efron and Tibshirani 1993, section 13.3.
func Bands(rows [][]float64, resamples int, confidence float64, seed uint64) []Interval {
	if len(rows) == 0 {
		return nil
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
