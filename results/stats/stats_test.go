package stats

import (
	"fmt"
	"math"
	"math/bits"
	"testing"

	"pgregory.net/rapid"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if math.IsNaN(got) || math.Abs(got-want) > tolerance {
		t.Errorf("%s = %.8g, want %g +- %g", what, got, want, tolerance)
	}
}

// The intervals of Newcombe 1998, table I, method 3.
func TestWilsonPublished(t *testing.T) {
	for _, c := range []struct {
		k, n      int
		low, high float64
	}{
		{81, 263, 0.2553, 0.3662},
		{15, 148, 0.0624, 0.1605},
		{0, 20, 0, 0.1611},
		{1, 29, 0.0061, 0.1718},
	} {
		iv := Wilson(c.k, c.n, 0.95)
		near(t, fmt.Sprintf("Wilson(%d, %d).Low", c.k, c.n), iv.Low, c.low, 5e-5)
		near(t, fmt.Sprintf("Wilson(%d, %d).High", c.k, c.n), iv.High, c.high, 5e-5)
	}
	if iv := Wilson(0, 0, 0.95); iv != (Interval{0, 1}) {
		t.Errorf("Wilson(0, 0) = %v", iv)
	}
	if iv := Wilson(7, 7, 0.95); iv.High != 1 {
		t.Errorf("Wilson(7, 7) = %v", iv)
	}
}

// Fisher's tea tasting (two-sided), and the convictions of like-sex twins.
func TestFisherPublished(t *testing.T) {
	near(t, "tea", Fisher(3, 1, 1, 3), 0.4857, 5e-5)
	near(t, "twins", Fisher(2, 15, 10, 3), 0.0005367, 5e-8)
	near(t, "no difference", Fisher(5, 5, 5, 5), 1, 1e-9)
	near(t, "empty", Fisher(0, 0, 0, 0), 1, 1e-9)
}

// Fisher against counting every way to put the successes.
func TestFisherBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		row := rapid.IntRange(0, 7).Draw(t, "row")
		other := rapid.IntRange(0, 7).Draw(t, "other")
		n := row + other
		col := rapid.IntRange(0, n).Draw(t, "col")
		a := rapid.IntRange(max(0, col-other), min(row, col)).Draw(t, "a")
		ways := map[int]int{} // by successes within the row
		total := 0
		for set := range 1 << n {
			if bits.OnesCount(uint(set)) == col {
				ways[bits.OnesCount(uint(set)&(1<<row-1))]++
				total++
			}
		}
		atMost := 0
		for _, w := range ways {
			if w <= ways[a] {
				atMost += w
			}
		}
		want := float64(atMost) / float64(total)
		if got := Fisher(a, row-a, col-a, other-col+a); math.Abs(got-want) > 1e-9 {
			t.Fatalf("Fisher = %g, want %g", got, want)
		}
	})
}

// Hollander and Wolfe, Nonparametric Statistical Methods: permeability of the
// human chorioamnion; W = 35, one-sided p = 0.1272.
func TestMannWhitneyPublished(t *testing.T) {
	term := []float64{0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46}
	early := []float64{1.15, 0.88, 0.90, 0.74, 1.21}
	u := MannWhitney(term, early)
	if u.U != 35 || u.Method != "exact" {
		t.Errorf("got %+v", u)
	}
	near(t, "p", u.P, 0.2544, 1e-4)
	near(t, "A12", A12(term, early), 0.7, 1e-12)
}

// The exact p-value, with and without ties, against all permutations.
func TestMannWhitneyBruteForce(t *testing.T) {
	value := rapid.SampledFrom([]float64{1, 2, 3, 4, 5, 6, 7, math.Inf(1)})
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.SliceOfN(value, 1, 6).Draw(t, "x")
		y := rapid.SliceOfN(value, 1, 6).Draw(t, "y")
		pool := append(append([]float64(nil), x...), y...)
		centre := float64(len(x)*len(y)) / 2
		observed := math.Abs(countGreater(x, y) - centre)
		far, all := 0, 0
		for set := range 1 << len(pool) {
			if bits.OnesCount(uint(set)) != len(x) {
				continue
			}
			var a, b []float64
			for i, v := range pool {
				if set>>i&1 == 1 {
					a = append(a, v)
				} else {
					b = append(b, v)
				}
			}
			all++
			if math.Abs(countGreater(a, b)-centre) >= observed-1e-9 {
				far++
			}
		}
		want := float64(far) / float64(all)
		got := MannWhitney(x, y)
		if math.Abs(got.P-want) > 1e-9 || got.U != countGreater(x, y) {
			t.Fatalf("got %+v, want U %g p %g", got, countGreater(x, y), want)
		}
		if a := A12(x, y); math.Abs(a-countGreater(x, y)/float64(len(x)*len(y))) > 1e-12 {
			t.Fatalf("A12 = %g", a)
		}
	})
}

func countGreater(x, y []float64) float64 {
	u := 0.0
	for _, a := range x {
		for _, b := range y {
			if a > b {
				u++
			} else if a == b {
				u += 0.5
			}
		}
	}
	return u
}

// Where both can be computed, the normal approximation must be close.
func TestMannWhitneyNormal(t *testing.T) {
	x, y := make([]float64, 40), make([]float64, 40)
	for i := range x {
		x[i], y[i] = float64(i*7%40), float64(i*11%40+4)
	}
	u := MannWhitney(x, y)
	if u.Method != "normal" {
		t.Fatalf("method %q for samples of 40", u.Method)
	}
	rank, _ := ranks(append(append([]float64(nil), x...), y...))
	near(t, "p", u.P, exactRankSum(rank, 40, u.U+40*41/2), 0.005)
	if p := normalRankSum(800, 40, 40, []int{80}); p != 1 {
		t.Errorf("all tied: p = %g", p)
	}
}

func TestMagnitude(t *testing.T) {
	for a, want := range map[float64]string{
		0.5: "negligible", 0.555: "negligible", 0.556: "small", 0.444: "small", 0.637: "small",
		0.638: "medium", 0.362: "medium", 0.714: "large", 0.286: "large", 1: "large", 0: "large",
	} {
		if got := Magnitude(a); got != want {
			t.Errorf("Magnitude(%g) = %s, want %s", a, got, want)
		}
	}
	if got := Magnitude(math.NaN()); got != "" {
		t.Errorf("Magnitude(NaN) = %q", got)
	}
}

func TestHolm(t *testing.T) {
	got := Holm([]float64{0.01, 0.04, math.NaN(), 0.03, 0.005})
	for i, want := range []float64{0.03, 0.06, math.NaN(), 0.06, 0.02} {
		if math.IsNaN(want) != math.IsNaN(got[i]) || math.Abs(got[i]-want) > 1e-12 {
			t.Errorf("Holm[%d] = %g, want %g", i, got[i], want)
		}
	}
	if got := Holm([]float64{0.8, 0.9}); got[0] != 1 || got[1] != 1 {
		t.Errorf("Holm is not capped at 1: %v", got)
	}
}

// Hollander and Wolfe: three ways of rounding first base, 22 players.
func TestFriedmanPublished(t *testing.T) {
	res, ok := Friedman([][]float64{
		{5.40, 5.50, 5.55}, {5.85, 5.70, 5.75}, {5.20, 5.60, 5.50}, {5.55, 5.50, 5.40}, {5.90, 5.85, 5.70},
		{5.45, 5.55, 5.60}, {5.40, 5.40, 5.35}, {5.45, 5.50, 5.35}, {5.25, 5.15, 5.00}, {5.85, 5.80, 5.70},
		{5.25, 5.20, 5.10}, {5.65, 5.55, 5.45}, {5.60, 5.35, 5.45}, {5.05, 5.00, 4.95}, {5.50, 5.50, 5.40},
		{5.45, 5.55, 5.50}, {5.55, 5.55, 5.35}, {5.45, 5.50, 5.55}, {5.50, 5.45, 5.25}, {5.65, 5.60, 5.40},
		{5.70, 5.65, 5.55}, {6.30, 6.30, 6.25},
	})
	if !ok || res.Blocks != 22 {
		t.Fatalf("got %+v, %t", res, ok)
	}
	near(t, "chi-square", res.ChiSquare, 11.143, 5e-4)
	near(t, "p", res.P, 0.003805, 5e-7)
}

func TestFriedmanEdges(t *testing.T) {
	if res, ok := Friedman([][]float64{{1, 1}, {2, 2}}); !ok || res.P != 1 {
		t.Errorf("all tied: %+v, %t", res, ok)
	}
	for _, bad := range [][][]float64{nil, {{1}}, {{1, 2}, {1}}} {
		if _, ok := Friedman(bad); ok {
			t.Errorf("Friedman(%v) is not refused", bad)
		}
	}
}

// Demšar 2006, table 5(a): critical values q at 0.05 and 0.10.
func TestStudentizedRangePublished(t *testing.T) {
	at05 := []float64{1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164}
	at10 := []float64{1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920}
	for i := range at05 {
		// The table rounds each value, some of them up by almost a unit.
		near(t, fmt.Sprintf("q.05(%d)", i+2), StudentizedRange(i+2, 0.95)/math.Sqrt2, at05[i], 1.1e-3)
		near(t, fmt.Sprintf("q.10(%d)", i+2), StudentizedRange(i+2, 0.90)/math.Sqrt2, at10[i], 1.1e-3)
	}
	// Demšar's example: four classifiers over 14 data sets, CD = 1.25.
	near(t, "critical difference", CriticalDifference(4, 14, 0.05), 1.25, 5e-3)
}

// Freireich et al. 1963: weeks of remission under 6-MP and placebo, the
// standard example of both methods.
var (
	sixMP = []Observation{
		{6, true}, {6, true}, {6, true}, {6, false}, {7, true}, {9, false}, {10, true}, {10, false},
		{11, false}, {13, true}, {16, true}, {17, false}, {19, false}, {20, false}, {22, true}, {23, true},
		{25, false}, {32, false}, {32, false}, {34, false}, {35, false},
	}
	placebo = events(1, 1, 2, 2, 3, 4, 4, 5, 5, 8, 8, 8, 8, 11, 11, 12, 12, 15, 17, 22, 23)
)

func events(times ...float64) []Observation {
	var obs []Observation
	for _, t := range times {
		obs = append(obs, Observation{t, true})
	}
	return obs
}

func TestKaplanMeierPublished(t *testing.T) {
	curve := KaplanMeier(sixMP)
	want := []struct {
		time, survival float64
		atRisk         int
	}{{6, 0.857, 21}, {7, 0.807, 17}, {10, 0.753, 15}, {13, 0.690, 12}, {16, 0.627, 11}, {22, 0.538, 7}, {23, 0.448, 6}}
	if len(curve) != len(want) {
		t.Fatalf("%d points, want %d", len(curve), len(want))
	}
	for i, w := range want {
		if curve[i].Time != w.time || curve[i].AtRisk != w.atRisk {
			t.Errorf("point %d: %+v, want %+v", i, curve[i], w)
		}
		near(t, fmt.Sprintf("S(%g)", w.time), curve[i].Survival, w.survival, 6e-4)
	}
	// The log-log interval at week 10, as statistical packages print it.
	near(t, "low", curve[2].Band.Low, 0.503, 1e-3)
	near(t, "high", curve[2].Band.High, 0.889, 1e-3)
	if m, ok := MedianTime(curve); !ok || m != 23 {
		t.Errorf("median of 6-MP %g, %t", m, ok)
	}
	if m, ok := MedianTime(KaplanMeier(placebo)); !ok || m != 8 {
		t.Errorf("median of placebo %g, %t", m, ok)
	}
	if m, ok := MedianTime(KaplanMeier([]Observation{{5, false}, {3, true}, {9, false}})); ok {
		t.Errorf("median %g of a curve that stays above one half", m)
	}
}

func TestLogRankPublished(t *testing.T) {
	chi, p := LogRank(sixMP, placebo)
	near(t, "chi-square", chi, 16.79, 5e-3)
	near(t, "p", p, 4.17e-5, 1e-6)
	again, _ := LogRank(placebo, sixMP)
	near(t, "groups swapped", again, chi, 1e-9)
	gone := []Observation{{0.5, false}, {0.5, false}}
	third := events(2, 3, 5, 8, 13, 21)
	three, p3 := LogRank(sixMP, placebo, third)
	turned, _ := LogRank(third, sixMP, placebo)
	near(t, "three groups in another order", turned, three, 1e-9)
	if three <= 0 || p3 <= 0 || p3 >= 1 {
		t.Errorf("three groups: %g, %g", three, p3)
	}
	if c, p := LogRank(sixMP, gone); !math.IsNaN(c) || !math.IsNaN(p) {
		t.Errorf("groups never at risk together: %g, %g", c, p)
	}
	if c, _ := LogRank(gone, gone); !math.IsNaN(c) {
		t.Errorf("no event: %g", c)
	}
}

// TestStratifiedLogRank checks what strata mean: a stratum given twice doubles
// observed minus expected and the variance, hence the statistic; and a stratum
// in which everything takes ten times as long changes nothing within strata.
func TestStratifiedLogRank(t *testing.T) {
	one, _ := LogRank(sixMP, placebo)
	twice, _ := StratifiedLogRank([][][]Observation{{sixMP, placebo}, {sixMP, placebo}})
	near(t, "given twice", twice, 2*one, 1e-9)
	slow := func(obs []Observation) []Observation {
		var out []Observation
		for _, o := range obs {
			out = append(out, Observation{10 * o.Time, o.Event})
		}
		return out
	}
	scaled, _ := StratifiedLogRank([][][]Observation{{sixMP, placebo}, {slow(sixMP), slow(placebo)}})
	near(t, "with a slow stratum", scaled, 2*one, 1e-9)
	empty, _ := StratifiedLogRank([][][]Observation{{sixMP, placebo}, {sixMP, nil}})
	near(t, "with a stratum of one group", empty, one, 1e-9)
	if c, _ := StratifiedLogRank(nil); !math.IsNaN(c) {
		t.Errorf("no stratum: %g", c)
	}
}

func TestQuartiles(t *testing.T) {
	q, ok := QuartilesOf([]float64{7, 1, 3, 5})
	if !ok || q != (Quartiles{2.5, 4, 5.5}) || q.IQR() != 3 {
		t.Errorf("got %+v, %t", q, ok)
	}
	if _, ok := QuartilesOf(nil); ok {
		t.Error("quartiles of nothing")
	}
	inf := math.Inf(1)
	if m, _ := Median([]float64{1, inf, inf}); !math.IsInf(m, 1) {
		t.Errorf("median of mostly infinite values %g", m)
	}
	if m, _ := Median([]float64{1, 2, inf}); m != 2 {
		t.Errorf("median %g", m)
	}
}

func TestBands(t *testing.T) {
	rows := make([][]float64, 40)
	for i := range rows {
		rows[i] = []float64{1, float64(i % 2), 0}
	}
	bands := Bands(rows, 2000, 0.95, 1)
	if bands[0] != (Interval{1, 1}) && math.Abs(bands[0].Low-1)+math.Abs(bands[0].High-1) > 1e-9 {
		t.Errorf("constant column: %v", bands[0])
	}
	// A share of 20 in 40: the bootstrap is about normal, 0.5 +- 1.96*0.079.
	near(t, "low", bands[1].Low, 0.345, 0.03)
	near(t, "high", bands[1].High, 0.655, 0.03)
	again := Bands(rows, 2000, 0.95, 1)
	if again[1] != bands[1] {
		t.Error("equal seeds give different bands")
	}
}

// TestBandsOfManyRows: the bootstrap and the normal interval agree just where the
// one takes the place of the other.
func TestBandsOfManyRows(t *testing.T) {
	rows := make([][]float64, manyRows)
	for i := range rows {
		rows[i] = []float64{float64(i % 2), float64(i % 10 / 9), 1, float64(i%50) / 49}
	}
	few := Bands(rows, 1000, 0.95, 1)
	many := normalBands(rows, 0.95)
	for c := range few {
		near(t, fmt.Sprintf("low of column %d", c), many[c].Low, few[c].Low, 4e-3)
		near(t, fmt.Sprintf("high of column %d", c), many[c].High, few[c].High, 4e-3)
	}
	if got := Bands(append(rows, rows[0]), 1, 0.95, 1); got[2] != (Interval{1, 1}) || got[0].Low < 0.46 {
		t.Errorf("%v", got)
	}
}

func BenchmarkMannWhitney(b *testing.B) {
	x, y := make([]float64, 20), make([]float64, 20)
	for i := range x {
		x[i], y[i] = float64(i*7%20), float64(i*3%17)
	}
	for b.Loop() {
		MannWhitney(x, y)
	}
}
