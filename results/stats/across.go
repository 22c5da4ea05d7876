package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// McNemar returns the exact p-value of McNemar's test: of n blocks on which just
// one of two treatments succeeds, b are the first's and c the second's. 1 without
// such blocks.
//
// Source: McNemar 1947; the exact form is the binomial test of b out of b+c.
func McNemar(b, c int) float64 {
	if b < 0 || c < 0 {
		panic("stats: McNemar: negative count")
	}
	n := b + c
	sum := 0.0
	for k := range min(b, c) + 1 {
		sum += math.Exp(logChoose(n, k) - float64(n)*math.Ln2)
	}
	return min(1, 2*sum)
}

// wilcoxonExact is the greatest number of blocks for which WilcoxonSigned counts
// all signs.
const wilcoxonExact = 50

// WilcoxonSigned compares two treatments over blocks by the signs and ranks of the
// differences x[i]-y[i]. Equal values do not count (n is how many do); values may be
// +Inf: a difference to a finite value is then greater than any other. Up to 50
// blocks the p-value is that of the permutation distribution of the midranks, beyond
// normal with correction for ties. 1 if no block counts.
//
// Source: Wilcoxon 1945; Pratt and Gibbons 1981, section 3.7 (ties, zeros left out).
func WilcoxonSigned(x, y []float64) (p float64, n int) {
	var size []float64
	var positive []bool
	for i := range x {
		if x[i] == y[i] {
			continue
		}
		size, positive = append(size, math.Abs(x[i]-y[i])), append(positive, x[i] > y[i])
	}
	n = len(size)
	if n == 0 {
		return 1, 0
	}
	rank, ties := ranks(size)
	w, total := 0.0, 0.0
	for i, r := range rank {
		total += r
		if positive[i] {
			w += r
		}
	}
	if n > wilcoxonExact {
		k := float64(n)
		variance := k * (k + 1) * (2*k + 1) / 24
		for _, t := range ties {
			variance -= float64(t*t*t-t) / 48
		}
		z := max(0, math.Abs(w-total/2)-0.5) / math.Sqrt(variance)
		return min(1, 2*distuv.UnitNormal.Survival(z)), n
	}
	// Midranks are multiples of one half: ways[s] is the share of signs with a doubled sum of s.
	ways := make([]float64, int(2*total)+1)
	ways[0] = 1
	for _, r := range rank {
		d := int(2 * r)
		for s := len(ways) - 1; s >= 0; s-- {
			ways[s] /= 2
			if s >= d {
				ways[s] += ways[s-d] / 2
			}
		}
	}
	far := math.Abs(2*w - total) // twice the distance from the mean
	for s, share := range ways {
		if math.Abs(float64(s)-total) >= far {
			p += share
		}
	}
	return min(1, p), n
}

// Incomplete is Friedman's test of k treatments over blocks that need not all have
// every treatment: a missing value is NaN. Blocks with fewer than two values say
// nothing and are left out.
type Incomplete struct {
	Blocks int // that count
	// MeanRanks are over the blocks that have the treatment, each scaled to 1..k;
	// NaN without any. In counts these blocks.
	MeanRanks []float64
	In        []int
	// Apart[i][j] is by how much the scaled rank of i exceeds that of j, on average
	// over the Shared[i][j] blocks that have both; NaN without any.
	Apart     [][]float64
	Shared    [][]int
	ChiSquare float64
	Freedom   int     // degrees of it
	P         float64 // by the chi-square distribution; 1 if all blocks are tied
}

// FriedmanIncomplete ranks the treatments (columns) within each block (row) among
// those that are there and tests whether they are equal. All rows have the same
// length of at least two; false otherwise, or if no block counts. Values may be +Inf.
// With complete blocks it is Friedman.
//
// Source: Skillings and Mack, Technometrics 1981, with the permutation covariance of
// midranks in place of that of ranks without ties.
func FriedmanIncomplete(blocks [][]float64) (Incomplete, bool) {
	if len(blocks) == 0 || len(blocks[0]) < 2 {
		return Incomplete{}, false
	}
	k := len(blocks[0])
	res := Incomplete{MeanRanks: make([]float64, k), In: make([]int, k)}
	for range k {
		res.Apart, res.Shared = append(res.Apart, make([]float64, k)), append(res.Shared, make([]int, k))
	}
	sum := make([]float64, k)
	cov := mat.NewSymDense(k, nil)
	for _, row := range blocks {
		if len(row) != k {
			return Incomplete{}, false
		}
		var at []int
		var values []float64
		for i, x := range row {
			if !math.IsNaN(x) {
				at, values = append(at, i), append(values, x)
			}
		}
		n := len(values)
		if n < 2 {
			continue
		}
		res.Blocks++
		rank, _ := ranks(values)
		mean, spread := float64(n+1)/2, 0.0
		for i, r := range rank {
			res.In[at[i]]++
			res.MeanRanks[at[i]] += 1 + (r-1)*float64(k-1)/float64(n-1)
			spread += (r - mean) * (r - mean) / float64(n)
			for j, other := range rank {
				res.Shared[at[i]][at[j]]++
				res.Apart[at[i]][at[j]] += (r - other) * float64(k-1) / float64(n-1)
			}
		}
		weight := 12 / float64(n+1) // of squares
		for i, a := range at {
			sum[a] += math.Sqrt(weight) * (rank[i] - mean)
			cov.SetSym(a, a, cov.At(a, a)+weight*spread)
			for _, b := range at[i+1:] {
				cov.SetSym(a, b, cov.At(a, b)-weight*spread/float64(n-1))
			}
		}
	}
	for i := range res.MeanRanks {
		res.MeanRanks[i] /= float64(res.In[i])
		for j := range res.Apart[i] {
			res.Apart[i][j] /= float64(res.Shared[i][j])
		}
	}
	res.ChiSquare, res.Freedom = quadratic(cov, sum)
	res.P = 1
	if res.Freedom > 0 {
		res.P = distuv.ChiSquared{K: float64(res.Freedom)}.Survival(res.ChiSquare)
	}
	return res, res.Blocks > 0
}

// quadratic returns x' C^- x with the generalised inverse of a positive
// semi-definite matrix, and its rank.
func quadratic(c *mat.SymDense, x []float64) (q float64, rank int) {
	var eigen mat.EigenSym
	if !eigen.Factorize(c, true) {
		return 0, 0
	}
	values := eigen.Values(nil)
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	least := 1e-9 * max(1, slices.Max(values))
	for i, v := range values {
		if v <= least {
			continue
		}
		rank++
		along := mat.Dot(mat.NewVecDense(len(x), x), vectors.ColView(i))
		q += along * along / v
	}
	return q, rank
}
