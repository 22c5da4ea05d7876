package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestMcNemar: by hand, 2*(C(9,0)+C(9,1))/2^9 = 20/512; equal counts say nothing.
func TestMcNemar(t *testing.T) {
	for _, c := range []struct {
		b, c int
		want float64
	}{{8, 1, 20.0 / 512}, {1, 8, 20.0 / 512}, {0, 5, 2.0 / 32}, {3, 3, 1}, {0, 0, 1}} {
		if got := McNemar(c.b, c.c); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("McNemar(%d, %d) = %g, want %g", c.b, c.c, got, c.want)
		}
	}
}

// TestWilcoxonSigned: the published example of Wilcoxon 1945 (Darwin's maize, sum of
// negative ranks 24 of 15 pairs, p = .041), and by enumeration of all signs.
func TestWilcoxonSigned(t *testing.T) {
	darwin := []float64{49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48}
	if p, n := WilcoxonSigned(darwin, make([]float64, 15)); n != 15 || math.Abs(p-0.04126) > 5e-5 {
		t.Errorf("Darwin's maize: p = %g of %d", p, n)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		n := 1 + rng.IntN(9)
		x, y := make([]float64, n), make([]float64, n)
		for i := range x {
			x[i], y[i] = float64(rng.IntN(5)), float64(rng.IntN(5))
			if rng.IntN(6) == 0 {
				x[i] = math.Inf(1)
			}
		}
		got, _ := WilcoxonSigned(x, y)
		if want := enumerateSigned(x, y); math.Abs(got-want) > 1e-9 {
			t.Fatalf("WilcoxonSigned(%v, %v) = %g, want %g", x, y, got, want)
		}
	}
	// The exact and the normal p-value must meet where one takes over.
	x := make([]float64, 0, 51)
	for i := range 51 {
		x = append(x, float64(51-i)*[]float64{1, 1, -1}[i%3]) // the last one ranks lowest
	}
	exact, _ := WilcoxonSigned(x[:50], make([]float64, 50))
	normal, _ := WilcoxonSigned(x, make([]float64, 51))
	if math.Abs(exact-normal) > 0.02 {
		t.Errorf("p %g of 50 and %g of 51", exact, normal)
	}
}

func enumerateSigned(x, y []float64) float64 {
	var size []float64
	var signs uint
	for i := range x {
		if x[i] == y[i] {
			continue
		}
		if x[i] > y[i] {
			signs |= 1 << len(size)
		}
		size = append(size, math.Abs(x[i]-y[i]))
	}
	rank, _ := ranks(size)
	distance := func(signs uint) float64 {
		w, total := 0.0, 0.0
		for i, r := range rank {
			total += r
			if signs>>i&1 == 1 {
				w += r
			}
		}
		return math.Abs(2*w - total)
	}
	far, all := 0, 1<<len(size)
	for s := range uint(all) {
		if distance(s) >= distance(signs) {
			far++
		}
	}
	return float64(far) / float64(all)
}

// TestFriedmanIncomplete: with complete blocks it is Friedman's; with missing values
// the statistic is that of Skillings and Mack, here on their example (Technometrics
// 1981, table 1: assembly times, T = 15.493 with 3 degrees of freedom).
func TestFriedmanIncomplete(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		var blocks [][]float64
		for range 2 + rng.IntN(6) {
			row := make([]float64, 3)
			for i := range row {
				row[i] = float64(rng.IntN(4))
			}
			blocks = append(blocks, row)
		}
		want, _ := Friedman(blocks)
		got, ok := FriedmanIncomplete(blocks)
		if !ok || math.Abs(got.ChiSquare-want.ChiSquare) > 1e-9 || math.Abs(got.P-want.P) > 1e-9 {
			t.Fatalf("%v: %+v, want %+v", blocks, got, want)
		}
		for i := range want.MeanRanks {
			if math.Abs(got.MeanRanks[i]-want.MeanRanks[i]) > 1e-12 {
				t.Fatalf("ranks %v, want %v", got.MeanRanks, want.MeanRanks)
			}
		}
	}
	none := math.NaN()
	res, ok := FriedmanIncomplete([][]float64{
		{3.2, 4.1, 3.8, 4.2}, {3.1, 3.9, 3.4, 4.0}, {4.3, 3.5, 4.6, 4.8}, {3.5, 3.6, 3.9, 4.0}, {3.6, 4.2, 3.7, 3.9},
		{4.5, 4.7, 3.7, none}, {none, 4.2, 3.4, none}, {4.3, 4.6, 4.4, 4.9}, {3.5, none, 3.7, 3.9},
	})
	if !ok || math.Abs(res.ChiSquare-15.493) > 5e-4 || res.Freedom != 3 {
		t.Errorf("Skillings and Mack's example: %+v", res)
	}
}
