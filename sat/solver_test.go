package sat_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/riftlab/rift/sat"
	"pgregory.net/rapid"
)

func TestRandomFormulasAgainstBruteForce(t *testing.T) {
	for _, b := range backends() {
		t.Run(b.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			for range 2000 {
				f := formula{vars: 1 + r.IntN(9)}
				for range r.IntN(5 * f.vars) {
					f.clauses = append(f.clauses, randomClause(r, f.vars, 4))
				}
				s := b.make()
				load(s, f)
				for range 3 {
					checkAnswer(t, s, f, randomClause(r, f.vars, 4)[1:])
				}
				checkAnswer(t, s, f, nil)
			}
		})
	}
}

// TestTraces draws sequences of calls and checks every answer of every backend
// against brute force. Shared prefixes of assumptions, clauses added while
// assumption levels stand, and repeated or contradictory assumptions all occur.
func TestTraces(t *testing.T) {
	for _, b := range backends() {
		t.Run(b.name, func(t *testing.T) {
			repeat(t, func(t *rapid.T) { runTrace(t, b.make()) })
		})
	}
}

// repeat is rapid.Check with more cases: the default of 100 misses mistakes in
// what is kept between queries, and a case takes only some 20 microseconds.
func repeat(t *testing.T, property func(*rapid.T)) {
	for i := 0; i < 30 && !t.Failed(); i++ {
		rapid.Check(t, property)
	}
}

func runTrace(t *rapid.T, s sat.Solver) {
	const maxVars = 9
	f := formula{}
	var assumptions []int
	lit := func() int {
		n := rapid.IntRange(1, f.vars).Draw(t, "var")
		if rapid.Bool().Draw(t, "neg") {
			return -n
		}
		return n
	}
	newVar := func(*rapid.T) {
		if f.vars == maxVars {
			t.Skip("enough variables")
		}
		f.vars++
		if v := s.NewVar(); int(v) != f.vars {
			t.Fatalf("NewVar returned %d, want %d", v, f.vars)
		}
	}
	newVar(t)
	newVar(t)
	t.Repeat(map[string]func(*rapid.T){
		"newVar": newVar,
		"add": func(*rapid.T) {
			c := make([]int, rapid.IntRange(1, 4).Draw(t, "len"))
			for i := range c {
				c[i] = lit()
			}
			f.clauses = append(f.clauses, c)
			s.AddClause(lits(c...)...)
		},
		"assume more": func(*rapid.T) { assumptions = append(assumptions, lit()) },
		"assume less": func(*rapid.T) {
			assumptions = assumptions[:rapid.IntRange(0, len(assumptions)).Draw(t, "keep")]
		},
		"solve": func(*rapid.T) { checkAnswer(t, s, f, assumptions) },
	})
	checkAnswer(t, s, f, assumptions)
}

// TestDecisionTraces switches variables off and on between queries. Without
// the caller's promise the answers still have bounds: Unsat must hold for the
// whole formula, a model must satisfy all clauses whose variables are on, and a
// satisfiable formula must be answered Sat.
func TestDecisionTraces(t *testing.T) {
	repeat(t, func(t *rapid.T) {
		s := sat.NewCDCL(sat.CDCLOptions{})
		f := formula{vars: 8}
		load(s, f)
		off := map[int]bool{}
		lit := rapid.Custom(func(t *rapid.T) int {
			return rapid.IntRange(1, 8).Draw(t, "var") * rapid.SampledFrom([]int{1, -1}).Draw(t, "sign")
		})
		t.Repeat(map[string]func(*rapid.T){
			"add": func(t *rapid.T) {
				c := rapid.SliceOfN(lit, 1, 4).Draw(t, "clause")
				f.clauses = append(f.clauses, c)
				s.AddClause(lits(c...)...)
			},
			"switch": func(t *rapid.T) {
				v := rapid.IntRange(1, 8).Draw(t, "var")
				off[v] = rapid.Bool().Draw(t, "off")
				s.SetDecision(sat.Var(v), !off[v])
			},
			"solve": func(t *rapid.T) {
				as := rapid.SliceOfN(lit, 0, 3).Draw(t, "assumptions")
				for _, a := range as {
					off[max(a, -a)] = false
				}
				checkFocused(t, s, f, off, as)
			},
		})
	})
}

func checkFocused(t failer, s sat.Solver, f formula, off map[int]bool, assumptions []int) {
	t.Helper()
	if solve(s, assumptions...).Verdict == sat.Unsat {
		if core := dimacs(s.Core()); bruteForce(f, core) {
			t.Fatalf("%v: core %v is satisfiable", f.clauses, core)
		}
		return
	}
	on := formula{vars: f.vars}
	for _, c := range f.clauses {
		if !slices.ContainsFunc(c, func(n int) bool { return off[max(n, -n)] }) {
			on.clauses = append(on.clauses, c)
		}
	}
	if !satisfies(on, assumptions, modelOf(s)) {
		t.Fatalf("%v off %v under %v: model %b", f.clauses, off, assumptions, modelOf(s))
	}
}
