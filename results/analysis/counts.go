package analysis

import (
	"fmt"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/stats"
	"github.com/riftlab/rift/results/table"
)

// quantity is what a whole task amounts to.
type quantity struct {
	name string
	of   func(*results.Run) float64
}

var quantities = []quantity{
	{"tests", func(r *results.Run) float64 { return float64(r.Tests) }},
	{"differences", func(r *results.Run) float64 { return float64(r.Differences) }},
}

// countTests compares how much of a quantity the tasks of two engines come to,
// on every pair both worked on.
func (v *View) countTests(q *quantity, a, b string) []PairTest {
	return v.testPairs(a, b, func(runs []*results.Run) ([]float64, bool) { return q.all(runs), true })
}

func (q *quantity) all(runs []*results.Run) []float64 {
	xs := make([]float64, len(runs))
	for i, r := range runs {
		xs[i] = q.of(r)
	}
	return xs
}

// CompareCounts compares for each two engines how many tests their tasks try
// and how many of them show a difference.
func CompareCounts(views []*View) *table.Table {
	t := &table.Table{
		Name: "compare-counts", Title: "Tests and differences of whole tasks, compared",
		Caption: "Per pair: Vargha and Delaney's Â₁₂, the probability that a task of A has more than one of B, and Mann-Whitney's test (exact for small samples), Holm-corrected over the pairs. " +
			"A more, B more: pairs with a significant difference.",
		Columns: []table.Column{
			{Key: "engine_a", Head: "engine A", Label: true},
			{Key: "engine_b", Head: "engine B", Label: true},
			{Key: "quantity", Head: "of", Label: true},
			{Key: "pairs", Head: "pairs", Right: true},
			{Key: "median_a", Head: "median A", Right: true},
			{Key: "median_b", Head: "median B", Right: true},
			{Key: "a12", Head: "median Â₁₂", Right: true},
			{Key: "magnitude", Head: "effect"},
			{Key: "a_more", Head: "A more", Right: true},
			{Key: "b_more", Head: "B more", Right: true},
			{Key: "neither", Head: "neither", Right: true},
		},
	}
	for _, v := range views {
		if v.Equal || v.Known {
			continue
		}
		v.enginePairs(func(a, b string) {
			for i := range quantities {
				if row, ok := countRow(t, v, &quantities[i], a, b); ok {
					t.Rows = append(t.Rows, row)
				}
			}
		})
	}
	return t
}

func countRow(t *table.Table, v *View, q *quantity, a, b string) (table.Row, bool) {
	tests := v.countTests(q, a, b)
	if len(tests) == 0 {
		return table.Row{}, false
	}
	a12, more := sumUp(tests)
	ra, rb, _ := v.shared(a, b)
	median := func(runs []*results.Run) table.Cell {
		return countText(medianOf(runs, func(r *results.Run) (float64, bool) { return q.of(r), true }))
	}
	row := []table.Cell{
		table.Str(a), table.Str(b), table.Str(q.name), table.Int(len(tests)), median(ra), median(rb),
		table.Float(a12).Shown(fmt.Sprintf("%.2f", a12)), v.effectCell(a, b, tests, a12),
	}
	if v.refuse(a, b) {
		return table.Row{Section: v.Title, Cells: append(row, refused, refused, refused)}, true
	}
	// Better tells who has less: A has more where B has less.
	return table.Row{Section: v.Title, Cells: append(row, table.Int(more[1]), table.Int(more[-1]), neitherCell(t, tests, more[0]))}, true
}

// sumUp returns the median Â₁₂ of tests on pairs and how many of them are
// significant, by PairTest.Better.
func sumUp(tests []PairTest) (a12 float64, better map[int]int) {
	var a12s []float64
	better = map[int]int{}
	for _, t := range tests {
		a12s = append(a12s, t.A12)
		better[t.Better()]++
	}
	a12, _ = stats.Median(a12s)
	return a12, better
}

// neitherCell is the number of pairs without a significant difference, with a note
// if no outcome could be significant.
func neitherCell(t *table.Table, tests []PairTest, n int) table.Cell {
	c := table.Int(n)
	if weakest := leastP(tests); weakest >= level {
		c = c.Noted(t.Note(fmt.Sprintf("with so few seeds on so many pairs no Holm-corrected p-value can be below %s", pText(weakest))))
	}
	return c
}

// countWords says of two engines which shows more differences; with more
// engines the table says it.
func countWords(v *View) []string {
	if len(v.Engines) != 2 || v.Known {
		return nil
	}
	a, b := v.Engines[0], v.Engines[1]
	tests := v.countTests(&quantities[1], a, b)
	if n, random := v.seeds(a, b, tests); len(tests) == 0 || !random || n < minSeeds {
		return nil
	}
	a12, more := sumUp(tests)
	s := fmt.Sprintf("On %s, a task of %s shows more differences than one of %s with probability %.2f in the median pair (%s effect)",
		v.Title, a, b, a12, stats.Magnitude(a12))
	if !v.refuse(a, b) {
		s += fmt.Sprintf("; %s shows significantly more in %d and %s in %d of %s", a, more[1], b, more[-1], corpora.Plural(len(tests), "pair"))
	}
	return []string{s + "."}
}
