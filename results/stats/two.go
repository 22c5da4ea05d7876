package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Fisher returns the p-value of Fisher's exact test on the table
//
//	a b
//	c d
//
// as the sum of the probabilities of all tables with the same margins that are
// no likelier than this one.
func Fisher(a, b, c, d int) float64 {
	if a < 0 || b < 0 || c < 0 || d < 0 {
		panic("stats: Fisher: negative count")
	}
	row, col, n := a+b, a+c, a+b+c+d
	logP := func(x int) float64 {
		return logChoose(row, x) + logChoose(n-row, col-x) - logChoose(n, col)
	}
	// Tables as likely as the observed one must not be lost to rounding.
	limit := logP(a) + 1e-7
	sum := 0.0
	for x := max(0, col-(n-row)); x <= min(row, col); x++ {
		if lp := logP(x); lp <= limit {
			sum += math.Exp(lp)
		}
	}
	return min(1, sum)
}

func logChoose(n, k int) float64 {
	return logFactorial(n) - logFactorial(k) - logFactorial(n-k)
}

func logFactorial(n int) float64 {
	v, _ := math.Lgamma(float64(n) + 1)
	return v
}

// U is the result of a Mann-Whitney test.
type U struct {
	U      float64 // pairs (x, y) with x > y, ties counting half
	P      float64 // NaN if either sample is empty
	Method string  // "exact" or "normal"
}

// exactLimit is the largest size of the smaller sample for which MannWhitney
// counts all permutations, in about a millisecond; the other may be twice as
// large.
const exactLimit = 20

// MannWhitney compares two independent samples. Values may be +Inf (an event
// that never came). Unless both samples are large the p-value is that of the
// permutation distribution of the midranks, so that it is exact with ties as
// well; else it is normal with corrections for ties and continuity.
//
// Source: Mann and Whitney 1947; Lehmann, Nonparametrics, section 1.4 (ties).
func MannWhitney(x, y []float64) U {
	m, n := len(x), len(y)
	if m == 0 || n == 0 {
		return U{P: math.NaN(), Method: "exact"}
	}
	rank, ties := ranks(append(append([]float64(nil), x...), y...))
	u := uOfRanks(rank, m)
	res := U{U: u}
	if min(m, n) <= exactLimit && max(m, n) <= 2*exactLimit {
		res.P, res.Method = exactRankSum(rank, m, u+float64(m*(m+1))/2), "exact"
		return res
	}
	res.P, res.Method = normalRankSum(u, m, n, ties), "normal"
	return res
}

// exactRankSum returns the share of the choices of m of the ranks whose sum is
// at least as far from the expected sum as w is.
func exactRankSum(rank []float64, m int, w float64) float64 {
	// Midranks are multiples of one half: count with doubled ranks, unless all
	// are whole.
	scale := 1.0
	for _, r := range rank {
		if r != math.Trunc(r) {
			scale = 2
		}
	}
	n, total := len(rank), 0
	scaled := make([]int, n)
	for i, r := range rank {
		scaled[i] = int(scale * r)
		total += scaled[i]
	}
	// ways[k*(total+1)+s] is the share of choices of k ranks with sum s.
	ways := make([]float64, (m+1)*(total+1))
	ways[0] = 1
	sum := 0
	for i, d := range scaled {
		sum += d
		for k := min(i+1, m); k >= 1; k-- {
			from, to := ways[(k-1)*(total+1):k*(total+1)], ways[k*(total+1):(k+1)*(total+1)]
			for s := sum; s >= d; s-- {
				to[s] += from[s-d]
			}
		}
	}
	// The expected sum is total*m/n; compare distances times n.
	observed := abs(int(scale*w)*n - total*m)
	far, all := 0.0, 0.0
	for s, count := range ways[m*(total+1):] {
		all += count
		if abs(s*n-total*m) >= observed {
			far += count
		}
	}
	return far / all
}

func abs(x int) int {
	if x < 0 {
		return -x
	}
	return x
}

func normalRankSum(u float64, m, n int, ties []int) float64 {
	mm, nn, size := float64(m), float64(n), float64(m+n)
	tied := 0.0
	for _, t := range ties {
		tt := float64(t)
		tied += tt*tt*tt - tt
	}
	variance := mm * nn / 12 * (size + 1 - tied/(size*(size-1)))
	if variance <= 0 {
		return 1
	}
	z := max(0, math.Abs(u-mm*nn/2)-0.5) / math.Sqrt(variance)
	return min(1, 2*distuv.UnitNormal.Survival(z))
}

// A12 returns Vargha and Delaney's measure: the probability that a value of x
// is greater than one of y, ties counting half. Where smaller is better, a
// value below 0.5 speaks for x. NaN if either sample is empty.
//
// Source: Vargha and Delaney, Journal of Educational and Behavioral Statistics
// 2000.
func A12(x, y []float64) float64 {
	if len(x) == 0 || len(y) == 0 {
		return math.NaN()
	}
	rank, _ := ranks(append(append([]float64(nil), x...), y...))
	return uOfRanks(rank, len(x)) / float64(len(x)*len(y))
}

// uOfRanks returns U of the sample to which the first m ranks belong.
func uOfRanks(rank []float64, m int) float64 {
	w := 0.0
	for _, r := range rank[:m] {
		w += r
	}
	return w - float64(m*(m+1))/2
}

// Magnitude names the size of an effect: "negligible", "small", "medium",
// "large", by the thresholds .556, .638 and .714 on either side of 0.5.
func Magnitude(a12 float64) string {
	// Shares such as 1-0.444 must not fall below a threshold by rounding.
	switch d := math.Abs(a12-0.5) + 1e-12; {
	case math.IsNaN(a12):
		return ""
	case d >= 0.214:
		return "large"
	case d >= 0.138:
		return "medium"
	case d >= 0.056:
		return "small"
	}
	return "negligible"
}
