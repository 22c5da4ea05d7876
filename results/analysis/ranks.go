package analysis

import (
	"fmt"
	"math"
	"slices"

	"github.com/riftlab/rift/results/stats"
	"github.com/riftlab/rift/results/table"
)

// RankTest is Friedman's test of all engines of a view over pairs, with
// Nemenyi's critical difference.
type RankTest struct {
	Measure  *Measure
	Engines  []string
	Result   stats.FriedmanResult
	Critical float64 // mean ranks farther apart differ significantly
}

// RankTests ranks the engines on each pair that all of them worked on by the
// median of what they spend, for each measure taken. With fewer than two
// engines or pairs there is none. Deterministic engines may take part, since
// the sample is the pairs.
func RankTests(v *View) []RankTest {
	var tests []RankTest
	for i := range Measures {
		m := &Measures[i]
		var blocks [][]float64
		for _, p := range v.Pairs {
			row := make([]float64, 0, len(v.Engines))
			for _, e := range v.Engines {
				xs, ok := m.ranks(Difference, v.Cell(p, e))
				if !ok {
					break
				}
				median, _ := stats.Median(xs)
				row = append(row, median)
			}
			if len(row) == len(v.Engines) {
				blocks = append(blocks, row)
			}
		}
		if len(blocks) < 2 || len(v.Engines) < 2 {
			continue
		}
		if res, ok := stats.Friedman(blocks); ok {
			tests = append(tests, RankTest{m, v.Engines, res, stats.CriticalDifference(len(v.Engines), len(blocks), level)})
		}
	}
	return tests
}

// Ranks has a row per measure and engine: its mean rank over the pairs.
func Ranks(views []*View) *table.Table {
	t := &table.Table{
		Name: "ranks", Title: "Mean ranks over version pairs",
		Caption: "Rank 1 spends least until the first difference (median over seeds; without a difference: last). Friedman's test; engines whose mean ranks differ by more than Nemenyi's critical difference (CD) differ significantly at .05.",
		Columns: []table.Column{
			{Key: "measure", Head: "measure", Label: true},
			{Key: "engine", Head: "engine", Label: true},
			{Key: "mean_rank", Head: "mean rank", Right: true},
			{Key: "pairs", Head: "pairs", Right: true},
			{Key: "chi_square", Head: "χ²", Right: true},
			{Key: "p_friedman", Head: "p (Friedman)", Right: true},
			{Key: "critical_difference", Head: "CD", Right: true},
			{Key: "like", Head: "not different from"},
		},
	}
	for _, v := range views {
		if v.Equal {
			continue
		}
		for _, r := range RankTests(v) {
			order := r.Order()
			for _, i := range order {
				var like []string
				for _, j := range order {
					if i != j && math.Abs(r.Result.MeanRanks[i]-r.Result.MeanRanks[j]) < r.Critical {
						like = append(like, r.Engines[j])
					}
				}
				t.Rows = append(t.Rows, table.Row{Section: v.Title, Cells: []table.Cell{
					table.Str(r.Measure.Name), table.Str(r.Engines[i]),
					table.Float(r.Result.MeanRanks[i]).Shown(fmt.Sprintf("%.2f", r.Result.MeanRanks[i])),
					table.Int(r.Result.Blocks), table.Float(r.Result.ChiSquare), pCell(r.Result.P),
					table.Float(r.Critical).Shown(fmt.Sprintf("%.2f", r.Critical)), table.Str(join(like)).Shown(orNone(join(like))),
				}})
			}
		}
	}
	return t
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

// Order returns the indices of the engines by mean rank, the best first.
func (r *RankTest) Order() []int {
	order := make([]int, len(r.Engines))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch x, y := r.Result.MeanRanks[a], r.Result.MeanRanks[b]; {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	return order
}
