package analysis

import (
	"fmt"
	"math"

	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/stats"
	"github.com/riftlab/rift/results/table"
)

// enginePairs calls fn for each two engines of the view.
func (v *View) enginePairs(fn func(a, b string)) {
	for i, a := range v.Engines {
		for _, b := range v.Engines[i+1:] {
			fn(a, b)
		}
	}
}

// refuse reports whether a p-value over seeds makes no sense for the two.
func (v *View) refuse(a, b string) bool { return v.Deterministic(a) || v.Deterministic(b) }

// shared returns the runs of both engines on the pairs that both worked on.
func (v *View) shared(a, b string) (ra, rb []*results.Run, pairs []results.PairOf) {
	for _, p := range v.Pairs {
		ca, cb := v.Cell(p, a), v.Cell(p, b)
		if len(ca) > 0 && len(cb) > 0 {
			ra, rb, pairs = append(ra, ca...), append(rb, cb...), append(pairs, p)
		}
	}
	return ra, rb, pairs
}

// CompareDetection tests for each two engines whether they detect equally
// often.
func CompareDetection(views []*View) *table.Table {
	t := &table.Table{
		Name: "compare-detection", Title: "Detection compared",
		Caption: "Fisher's exact test on tasks that detect, over the pairs that both engines worked on; Holm's correction over all rows of a section. " +
			"Tasks on the same pair are not independent, so that these p-values are a guide. " +
			"Only A, only B: pairs on which at least half of the tasks of just this engine detect, with McNemar's exact test over the pairs (Holm-corrected over the section), which holds for deterministic engines as well.",
		Columns: []table.Column{
			{Key: "engine_a", Head: "engine A", Label: true},
			{Key: "engine_b", Head: "engine B", Label: true},
			{Key: "pairs", Head: "pairs", Right: true},
			{Key: "detected_a", Head: "A detects", Right: true},
			{Key: "tasks_a", DataOnly: true},
			{Key: "detected_b", Head: "B detects", Right: true},
			{Key: "tasks_b", DataOnly: true},
			{Key: "p_fisher", Head: "p (Fisher)", Right: true},
			{Key: "p_holm", Head: "p (Holm)", Right: true},
			{Key: "only_a", Head: "only A", Right: true},
			{Key: "only_b", Head: "only B", Right: true},
			{Key: "p_mcnemar", Head: "p (McNemar)", Right: true},
			{Key: "conclusion", Head: "conclusion"},
		},
	}
	for _, v := range views {
		if v.Equal {
			continue
		}
		first := len(t.Rows)
		var ps, across []float64
		v.enginePairs(func(a, b string) {
			ra, rb, pairs := v.shared(a, b)
			if len(pairs) == 0 {
				return
			}
			ka, na := share(Difference, ra)
			kb, nb := share(Difference, rb)
			p := math.NaN()
			if !v.refuse(a, b) {
				p = stats.Fisher(ka, na-ka, kb, nb-kb)
			}
			ps = append(ps, p)
			onlyA, onlyB := v.discordant(a, b)
			across = append(across, stats.McNemar(onlyA, onlyB))
			t.Rows = append(t.Rows, table.Row{Section: v.Title, Cells: []table.Cell{
				table.Str(a), table.Str(b), table.Int(len(pairs)),
				table.Int(ka).Shown(fmt.Sprintf("%d/%d", ka, na)), table.Int(na),
				table.Int(kb).Shown(fmt.Sprintf("%d/%d", kb, nb)), table.Int(nb),
				pOrRefused(p), {}, table.Int(onlyA), table.Int(onlyB), {}, table.Str(detectionWords(a, b, float64(ka)/float64(na), float64(kb)/float64(nb))),
			}})
		})
		for i, p := range stats.Holm(across) {
			t.Rows[first+i].Cells[11] = pCell(p)
		}
		adjust(t.Rows[first:], ps, 8, 12)
	}
	return t
}

// discordant counts the pairs on which at least half of the tasks of just one of two
// engines detect.
func (v *View) discordant(a, b string) (onlyA, onlyB int) {
	_, _, pairs := v.shared(a, b)
	half := func(p results.PairOf, e string) bool {
		k, n := share(Difference, v.Cell(p, e))
		return 2*k >= n
	}
	for _, p := range pairs {
		switch inA, inB := half(p, a), half(p, b); {
		case inA && !inB:
			onlyA++
		case inB && !inA:
			onlyB++
		}
	}
	return onlyA, onlyB
}

func pOrRefused(p float64) table.Cell {
	if math.IsNaN(p) {
		return refused
	}
	return pCell(p)
}

// adjust fills column at of the rows with Holm's correction of ps and, where
// column words says which engine is ahead, qualifies that.
func adjust(rows []table.Row, ps []float64, at, words int) {
	for i, p := range stats.Holm(ps) {
		rows[i].Cells[at] = pOrRefused(p)
		text := rows[i].Cells[words].Raw()
		switch {
		case text == "equal":
		case math.IsNaN(p):
			text += " (no test)"
		case p < level:
			text += " (significant)"
		default:
			text += " (not significant)"
		}
		rows[i].Cells[words] = table.Str(text)
	}
}

func detectionWords(a, b string, shareA, shareB float64) string {
	switch {
	case shareA > shareB:
		return a + " detects more"
	case shareB > shareA:
		return b + " detects more"
	}
	return "equal"
}

// PairTest compares two engines on one version pair by one measure.
type PairTest struct {
	Pair  results.PairOf
	A12   float64 // probability that engine A spends more
	P     float64 // NaN if refused
	PHolm float64 // over the pairs; NaN if refused
	N, M  int     // tasks of A and B
	// A and B are the medians of what the tasks spend, +Inf where most do not detect.
	A, B float64
}

// Better returns -1 if A is significantly better (spends less), 1 if B is, 0
// if neither.
func (p PairTest) Better() int {
	switch {
	case math.IsNaN(p.PHolm) || p.PHolm >= level:
		return 0
	case p.A12 < 0.5:
		return -1
	}
	return 1
}

// PairTests compares two engines on every pair both worked on; false if there
// is none or the measure was not taken. The result must not be modified.
func PairTests(v *View, m *Measure, a, b string) ([]PairTest, bool) {
	key := pairTestKey{m.Key, a, b}
	tests, ok := v.pairTests[key]
	if !ok {
		tests = v.testPairs(a, b, func(runs []*results.Run) ([]float64, bool) { return m.ranks(Difference, runs) })
		if v.pairTests == nil {
			v.pairTests = map[pairTestKey][]PairTest{}
		}
		v.pairTests[key] = tests
	}
	return tests, len(tests) > 0
}

type pairTestKey struct{ measure, a, b string }

// testPairs compares what sample makes of the tasks of two engines on every pair
// both worked on; nil if sample knows nothing of one.
func (v *View) testPairs(a, b string, sample func([]*results.Run) ([]float64, bool)) []PairTest {
	_, _, pairs := v.shared(a, b)
	tests := make([]PairTest, 0, len(pairs))
	ps := make([]float64, 0, len(pairs))
	for _, p := range pairs {
		xa, okA := sample(v.Cell(p, a))
		xb, okB := sample(v.Cell(p, b))
		if !okA || !okB {
			return nil
		}
		t := PairTest{Pair: p, A12: stats.A12(xa, xb), P: math.NaN(), N: len(xa), M: len(xb)}
		if !v.refuse(a, b) {
			t.P = stats.MannWhitney(xa, xb).P
		}
		t.A, _ = stats.Median(xa)
		t.B, _ = stats.Median(xb)
		tests, ps = append(tests, t), append(ps, t.P)
	}
	for i, p := range stats.Holm(ps) {
		tests[i].PHolm = p
	}
	return tests
}

// CompareSpeed compares for each two engines and each measure what they spend
// until the first difference.
func CompareSpeed(views []*View) *table.Table {
	t := &table.Table{
		Name: "compare-speed", Title: "What engines spend until the first difference, compared",
		Caption: "Per pair: Vargha and Delaney's Â₁₂, the probability that A spends more than B (below .5 is good for A), and Mann-Whitney's test, Holm-corrected over the pairs; a task without a difference ranks last. " +
			"A better, B better: pairs with a significant difference. Effects are named only from so many seeds on that a test could tell. " +
			"Wilcoxon: the signed-rank test of the medians over the pairs, Holm-corrected over the section, which holds for deterministic engines as well. Log-rank: all pairs, each a stratum, tasks ended by their budget censored.",
		Columns: []table.Column{
			{Key: "engine_a", Head: "engine A", Label: true},
			{Key: "engine_b", Head: "engine B", Label: true},
			{Key: "measure", Head: "measure", Label: true},
			{Key: "pairs", Head: "pairs", Right: true},
			{Key: "a12", Head: "median Â₁₂", Right: true},
			{Key: "magnitude", Head: "effect"},
			{Key: "a_better", Head: "A better", Right: true},
			{Key: "b_better", Head: "B better", Right: true},
			{Key: "neither", Head: "neither", Right: true},
			{Key: "p_wilcoxon", Head: "p (Wilcoxon)", Right: true},
			{Key: "p_logrank", Head: "p (log-rank)", Right: true},
		},
	}
	for _, v := range views {
		if v.Equal {
			continue
		}
		first := len(t.Rows)
		var across []float64
		v.enginePairs(func(a, b string) {
			for i := range Measures {
				if row, ok := speedRow(t, v, &Measures[i], a, b); ok {
					t.Rows = append(t.Rows, row)
					tests, _ := PairTests(v, &Measures[i], a, b)
					across = append(across, acrossPairs(tests).P)
				}
			}
		})
		for i, p := range stats.Holm(across) {
			t.Rows[first+i].Cells[wilcoxonColumn] = pCell(p)
		}
	}
	return t
}

// wilcoxonColumn is the number of the column p_wilcoxon of CompareSpeed.
const wilcoxonColumn = 9

// Across compares two engines over pairs.
type Across struct {
	A, B int     // pairs on which A, or B, spends less
	P    float64 // of Wilcoxon's signed-rank test
}

// acrossPairs compares the medians of two engines over pairs.
func acrossPairs(tests []PairTest) Across {
	var x Across
	var as, bs []float64
	for _, t := range tests {
		as, bs = append(as, t.A), append(bs, t.B)
		switch {
		case t.A < t.B:
			x.A++
		case t.B < t.A:
			x.B++
		}
	}
	x.P, _ = stats.WilcoxonSigned(as, bs)
	return x
}

// minSeeds is the least number of tasks on a pair, of an engine on which the seed has
// an influence, from which an effect is named: with five on each side an exact test
// can reach any usual level after the correction over a few pairs; with one, any two
// tasks that are not alike would be "a large effect".
const minSeeds = 5

// seeds returns the least number of tasks on a pair of those of two engines on which
// the seed has an influence; false if both are deterministic.
func (v *View) seeds(a, b string, tests []PairTest) (n int, random bool) {
	n = math.MaxInt
	for _, t := range tests {
		if !v.Deterministic(a) {
			n, random = min(n, t.N), true
		}
		if !v.Deterministic(b) {
			n, random = min(n, t.M), true
		}
	}
	return n, random
}

// effectCell names the size of an effect over seeds, if there are enough.
func (v *View) effectCell(a, b string, tests []PairTest, a12 float64) table.Cell {
	switch n, random := v.seeds(a, b, tests); {
	case !random:
		return table.Cell{Text: "one task each", Mark: table.Faint}
	case n < minSeeds:
		return table.Cell{Text: "too few seeds", Mark: table.Faint}
	}
	return table.Str(stats.Magnitude(a12))
}

func speedRow(t *table.Table, v *View, m *Measure, a, b string) (table.Row, bool) {
	tests, ok := PairTests(v, m, a, b)
	if !ok {
		return table.Row{}, false
	}
	a12, better := sumUp(tests)
	row := []table.Cell{
		table.Str(a), table.Str(b), table.Str(m.Name), table.Int(len(tests)),
		table.Float(a12).Shown(fmt.Sprintf("%.2f", a12)), v.effectCell(a, b, tests, a12),
	}
	if v.refuse(a, b) {
		row = append(row, table.Cell{}, table.Cell{}, table.Cell{}, table.Cell{}, refused)
	} else {
		p := logRank(v, m, a, b, tests)
		row = append(row, table.Int(better[-1]), table.Int(better[1]), neitherCell(t, tests, better[0]), table.Cell{}, pCell(p))
	}
	return table.Row{Section: v.Title, Cells: row}, true
}

// logRank compares two engines over all pairs, each pair a stratum; NaN where
// the ends of tasks are not independent of the measure (see Measure.dependent).
func logRank(v *View, m *Measure, a, b string, tests []PairTest) float64 {
	if m.dependent(Difference, v.Runs(a)) || m.dependent(Difference, v.Runs(b)) {
		return math.NaN()
	}
	var strata [][][]stats.Observation
	for _, t := range tests {
		oa, _ := m.observations(Difference, v.Cell(t.Pair, a))
		ob, _ := m.observations(Difference, v.Cell(t.Pair, b))
		strata = append(strata, [][]stats.Observation{oa, ob})
	}
	_, p := stats.StratifiedLogRank(strata)
	return p
}

// leastP returns the smallest corrected p-value that any outcome could have.
func leastP(tests []PairTest) float64 {
	least := 1.0
	for _, t := range tests {
		ways := 1.0 // choices of N out of N+M
		for i := 1; i <= t.N; i++ {
			ways *= float64(t.M+i) / float64(i)
		}
		least = min(least, 2/ways)
	}
	return min(1, least*float64(len(tests)))
}

// ComparePairs has the comparison by tests of each two engines on each pair.
func ComparePairs(views []*View) *table.Table {
	t := &table.Table{
		Name: "compare-pairs", Title: "Tests until the first difference, compared by pair",
		Caption: "Â₁₂: probability that A needs more tests than B; p by Mann-Whitney (exact for small samples), Holm-corrected over the pairs.",
		Columns: []table.Column{
			{Key: "engine_a", Head: "engine A", Label: true},
			{Key: "engine_b", Head: "engine B", Label: true},
			{Key: "subject", Head: "subject", Label: true},
			{Key: "pair", Head: "pair", Label: true},
			{Key: "a12", Head: "Â₁₂", Right: true},
			{Key: "magnitude", Head: "effect"},
			{Key: "p", Head: "p", Right: true},
			{Key: "p_holm", Head: "p (Holm)", Right: true},
			{Key: "better", Head: "better"},
		},
	}
	for _, v := range views {
		if v.Equal {
			continue
		}
		v.enginePairs(func(a, b string) {
			tests, _ := PairTests(v, &Measures[0], a, b)
			for _, p := range tests {
				better := []table.Cell{table.Str(a), table.Cell{}, table.Str(b)}[p.Better()+1]
				t.Rows = append(t.Rows, table.Row{Section: v.Title, Cells: []table.Cell{
					table.Str(a), table.Str(b), table.Str(p.Pair.Subject), table.Str(p.Pair.Pair),
					table.Float(p.A12).Shown(fmt.Sprintf("%.2f", p.A12)), v.effectCell(a, b, []PairTest{p}, p.A12),
					pOrRefused(p.P), pOrRefused(p.PHolm), better,
				}})
			}
		})
	}
	return t
}
