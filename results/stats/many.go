package stats

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/distuv"
)

// FriedmanResult compares k treatments over n blocks.
type FriedmanResult struct {
	Blocks    int
	MeanRanks []float64 // of each treatment; rank 1 is the smallest value
	ChiSquare float64   // corrected for ties
	P         float64   // by the chi-square distribution; 1 if all blocks are tied
}

// Friedman ranks the treatments (columns) within each block (row) and tests
// whether their mean ranks are equal. All rows have the same length of at
// least two; it returns false otherwise, or without rows. Values may be +Inf.
//
// Source: Friedman 1937; tie correction as in Conover, Practical Nonparametric
// Statistics, section 5.8.
func Friedman(blocks [][]float64) (FriedmanResult, bool) {
	if len(blocks) == 0 || len(blocks[0]) < 2 {
		return FriedmanResult{}, false
	}
	n, k := float64(len(blocks)), float64(len(blocks[0]))
	res := FriedmanResult{Blocks: len(blocks), MeanRanks: make([]float64, len(blocks[0]))}
	tied := 0.0
	for _, row := range blocks {
		if len(row) != len(blocks[0]) {
			return FriedmanResult{}, false
		}
		rank, ties := ranks(row)
		for i, r := range rank {
			res.MeanRanks[i] += r / n
		}
		for _, t := range ties {
			tt := float64(t)
			tied += tt*tt*tt - tt
		}
	}
	spread := 0.0
	for _, r := range res.MeanRanks {
		spread += (r - (k+1)/2) * (r - (k+1)/2)
	}
	correction := 1 - tied/(n*k*(k*k-1))
	if correction <= 1e-12 {
		res.P = 1
		return res, true
	}
	res.ChiSquare = 12 * n / (k * (k + 1)) * spread / correction
	res.P = distuv.ChiSquared{K: k - 1}.Survival(res.ChiSquare)
	return res, true
}

// CriticalDifference returns how far the mean ranks of two of k treatments
// over n blocks must lie apart to differ at level alpha by Nemenyi's test.
//
// Source: Nemenyi 1963; Demšar, JMLR 2006, section 3.2.2.
func CriticalDifference(k, n int, alpha float64) float64 {
	return StudentizedRange(k, 1-alpha) / math.Sqrt2 * math.Sqrt(float64(k*(k+1))/float64(6*n))
}

// StudentizedRange returns the p-quantile of the range of k independent
// standard normal values, k >= 2 (the studentised range with infinite degrees
// of freedom), to about 1e-6.
func StudentizedRange(k int, p float64) float64 {
	lo, hi := 0.0, 20.0
	for hi-lo > 1e-7 {
		mid := (lo + hi) / 2
		if rangeCDF(k, mid) < p {
			lo = mid
		} else {
			hi = mid
		}
	}
	return (lo + hi) / 2
}

// rangeCDF is the probability that the range of k standard normals is at most
// q: the integral over the largest value z of k phi(z) (Phi(z)-Phi(z-q))^(k-1).
func rangeCDF(k int, q float64) float64 {
	norm := distuv.UnitNormal
	density := func(z float64) float64 {
		return float64(k) * norm.Prob(z) * math.Pow(norm.CDF(z)-norm.CDF(z-q), float64(k-1))
	}
	return quad.Fixed(density, -8, 8, 120, quad.Legendre{}, 0)
}
