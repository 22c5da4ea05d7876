package analysis

import (
	"fmt"
	"math"
	"slices"

	"github.com/riftlab/rift/results/stats"
	"github.com/riftlab/rift/results/table"
)

// RankTest is Friedman's test of all engines of a view over pairs, with Nemenyi's
// critical differences. An engine that could not work on a pair is missing there
// and takes nothing from the others.
type RankTest struct {
	Measure *Measure
	Engines []string
	Result  stats.Incomplete
}

// Critical returns how far apart the mean ranks of two engines must be over the pairs
// that both worked on to differ significantly; +Inf without such a pair.
func (r *RankTest) Critical(i, j int) float64 {
	n := r.Result.Shared[i][j]
	if n == 0 {
		return math.Inf(1)
	}
	return stats.CriticalDifference(len(r.Engines), n, level)
}

// Widest returns the greatest critical difference of two engines, which holds for any.
func (r *RankTest) Widest() float64 {
	least := r.Result.Blocks
	for i := range r.Engines {
		for j := range i {
			least = min(least, r.Result.Shared[i][j])
		}
	}
	if least == 0 {
		return math.Inf(1)
	}
	return stats.CriticalDifference(len(r.Engines), least, level)
}

// Comparable reports whether every two engines worked on some pair in common.
func (r *RankTest) Comparable() bool { return !math.IsInf(r.Widest(), 1) }

// Differ reports whether two engines differ significantly on the pairs that both
// worked on.
func (r *RankTest) Differ(i, j int) bool { return math.Abs(r.Result.Apart[i][j]) >= r.Critical(i, j) }

// RankTests ranks the engines on each pair by the median of what they spend, for each
// measure taken. With fewer than two engines, or two pairs on which two of them
// worked, there is none. Deterministic engines may take part, since the sample is the
// pairs.
func RankTests(v *View) []RankTest {
	if len(v.Engines) < 2 {
		return nil
	}
	var tests []RankTest
	for i := range Measures {
		m := &Measures[i]
		var blocks [][]float64
		for _, p := range v.Pairs {
			row := make([]float64, len(v.Engines))
			for i, e := range v.Engines {
				row[i] = math.NaN()
				if xs, ok := m.ranks(Difference, v.Cell(p, e)); ok {
					row[i], _ = stats.Median(xs)
				}
			}
			blocks = append(blocks, row)
		}
		if res, ok := stats.FriedmanIncomplete(blocks); ok && res.Blocks > 1 {
			tests = append(tests, RankTest{m, v.Engines, res})
		}
	}
	return tests
}

// Ranks has a row per measure and engine: its mean rank over the pairs.
func Ranks(views []*View) *table.Table {
	t := &table.Table{
		Name: "ranks", Title: "Mean ranks over version pairs",
		Caption: "Rank 1 spends least until the first difference (median over seeds; without a difference: last), among the engines that worked on the pair, scaled to the number of all. Pairs: those that the engine worked on. Friedman's test (Skillings and Mack's where engines are missing); two engines differ significantly at .05 if their mean ranks over the pairs that both worked on differ by Nemenyi's critical difference; CD is the widest.",
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
					if i != j && !r.Differ(i, j) {
						like = append(like, r.Engines[j])
					}
				}
				t.Rows = append(t.Rows, table.Row{Section: v.Title, Cells: []table.Cell{
					table.Str(r.Measure.Name), table.Str(r.Engines[i]),
					table.Float(r.Result.MeanRanks[i]).Shown(fmt.Sprintf("%.2f", r.Result.MeanRanks[i])),
					table.Int(r.Result.In[i]), table.Float(r.Result.ChiSquare), pCell(r.Result.P),
					criticalCell(r.Widest()), table.Str(join(like)).Shown(orNone(join(like))),
				}})
			}
		}
	}
	return t
}

func criticalCell(x float64) table.Cell {
	if math.IsInf(x, 1) {
		return table.Cell{}
	}
	return table.Float(x).Shown(fmt.Sprintf("%.2f", x))
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

// Order returns the indices of the engines that have a mean rank by it, the best
// first.
func (r *RankTest) Order() []int {
	var order []int
	for i := range r.Engines {
		if r.Result.In[i] > 0 {
			order = append(order, i)
		}
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
