package sat_test

import (
	"math/rand/v2"
	"testing"

	"github.com/riftlab/rift/sat"
)

// TestSimplifierOptions checks each part of the simplification on its own, on
// gini, with variables restored by later clauses and assumptions.
func TestSimplifierOptions(t *testing.T) {
	for name, opts := range map[string]sat.SimplifyOptions{
		"elimination": {NoSubsumption: true, NoEquivalence: true},
		"subsumption": {NoElimination: true, NoEquivalence: true},
		"equivalence": {NoElimination: true, NoSubsumption: true},
		"all":         {},
	} {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(3, 4))
			for range 1500 {
				f := formula{vars: 2 + r.IntN(8)}
				for range r.IntN(4 * f.vars) {
					f.clauses = append(f.clauses, randomClause(r, f.vars, 4))
				}
				s := sat.NewSimplifier(sat.NewGini(), opts)
				load(s, f)
				for range 5 {
					checkAnswer(t, s, f, randomClause(r, f.vars, 4)[1:])
					c := randomClause(r, f.vars, 4)
					f.clauses = append(f.clauses, c)
					s.AddClause(lits(c...)...)
				}
			}
		})
	}
}

func TestSimplifierEffect(t *testing.T) {
	for _, tt := range []struct {
		name    string
		formula formula
		frozen  []int
		want    sat.SimplifyStats
	}{
		{"elimination", formula{4, [][]int{{1, 2}, {-1, 3}, {-1, 4}}}, []int{2, 3, 4},
			sat.SimplifyStats{Eliminated: 1, Before: 3, After: 2}},
		{"frozen", formula{4, [][]int{{1, 2}, {-1, 3}, {-1, 4}}}, []int{1, 2, 3, 4},
			sat.SimplifyStats{Before: 3, After: 3}},
		{"equivalence", formula{3, [][]int{{-1, 2}, {-2, 1}, {1, 3}, {-1, -3}}}, []int{1},
			sat.SimplifyStats{Substituted: 2, Before: 4}},
		{"subsumption", formula{3, [][]int{{1, 2}, {1, 2, 3}}}, []int{1, 2, 3},
			sat.SimplifyStats{Subsumed: 1, Before: 2, After: 1}},
		{"strengthening", formula{4, [][]int{{1, 2, 3}, {-1, 2, 3, 4}}}, []int{1, 2, 3, 4},
			sat.SimplifyStats{Strengthened: 1, Before: 2, After: 2}},
		{"units", formula{3, [][]int{{1}, {-1, 2}, {-2, 3}}}, nil,
			sat.SimplifyStats{Fixed: 3, Before: 3, After: 3}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := sat.NewSimplifier(sat.NewCDCL(sat.CDCLOptions{}), sat.SimplifyOptions{})
			load(s, tt.formula)
			for _, v := range tt.frozen {
				s.Freeze(sat.Var(v))
			}
			solve(s)
			if got := s.Effect(); got != tt.want {
				t.Errorf("got  %+v\nwant %+v", got, tt.want)
			}
		})
	}
}

// A variable that was removed comes back with everything it depends on.
func TestSimplifierRestores(t *testing.T) {
	s := sat.NewSimplifier(sat.NewCDCL(sat.CDCLOptions{}), sat.SimplifyOptions{})
	// 3 = 1 and 2; 4 = not 3; 5 is equivalent to 4.
	f := formula{5, [][]int{{-3, 1}, {-3, 2}, {3, -1, -2}, {4, 3}, {-4, -3}, {-5, 4}, {5, -4}}}
	load(s, f)
	solve(s)
	if e := s.Effect(); e.Eliminated+e.Substituted < 3 {
		t.Fatalf("nothing to restore: %+v", e)
	}
	checkAnswer(t, s, f, []int{5, 1})
	if s.Effect().Restored == 0 {
		t.Error("nothing was restored")
	}
	f.clauses = append(f.clauses, []int{-5, 3})
	s.AddClause(lits(-5, 3)...)
	checkAnswer(t, s, f, []int{1})
	checkAnswer(t, s, f, []int{-2})
}
