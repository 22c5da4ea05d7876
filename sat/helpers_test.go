package sat_test

import (
	"context"
	"math/rand/v2"

	"github.com/riftlab/rift/sat"
)

// backend is one way to make a solver; every behavioural test runs on all.
type backend struct {
	name string
	make func() sat.Solver
}

func backends() []backend {
	return []backend{
		{"gini", func() sat.Solver { return sat.NewGini() }},
		{"cdcl", func() sat.Solver { return sat.NewCDCL(sat.CDCLOptions{}) }},
		{"cdcl-plain", func() sat.Solver {
			return sat.NewCDCL(sat.CDCLOptions{NoTrailReuse: true, NoModes: true})
		}},
		{"simplified", func() sat.Solver {
			return sat.NewSimplifier(sat.NewCDCL(sat.CDCLOptions{}), sat.SimplifyOptions{})
		}},
	}
}

// formula is a set of clauses in DIMACS numbering.
type formula struct {
	vars    int
	clauses [][]int
}

func lits(ns ...int) []sat.Lit {
	ls := make([]sat.Lit, len(ns))
	for i, n := range ns {
		ls[i] = sat.FromDimacs(n)
	}
	return ls
}

func load(s sat.Solver, f formula) {
	for s.NumVars() < f.vars {
		s.NewVar()
	}
	for _, c := range f.clauses {
		s.AddClause(lits(c...)...)
	}
}

// failer is what checks need of a *testing.T or a *rapid.T.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// holds reports whether bit v-1 of assignment makes the clause true.
func holds(clause []int, assignment uint) bool {
	for _, n := range clause {
		if n > 0 && assignment>>(n-1)&1 == 1 || n < 0 && assignment>>(-n-1)&1 == 0 {
			return true
		}
	}
	return false
}

// bruteForce decides the formula with units added, by enumeration.
func bruteForce(f formula, units []int) bool {
	for a := uint(0); a < 1<<f.vars; a++ {
		if satisfies(f, units, a) {
			return true
		}
	}
	return false
}

func satisfies(f formula, units []int, a uint) bool {
	for _, u := range units {
		if !holds([]int{u}, a) {
			return false
		}
	}
	for _, c := range f.clauses {
		if !holds(c, a) {
			return false
		}
	}
	return true
}

func modelOf(s sat.Solver) uint {
	a := uint(0)
	for v := 1; v <= s.NumVars(); v++ {
		if s.Value(sat.Var(v).Pos()) {
			a |= 1 << (v - 1)
		}
	}
	return a
}

func dimacs(ls []sat.Lit) []int {
	ns := make([]int, len(ls))
	for i, l := range ls {
		ns[i] = l.Dimacs()
	}
	return ns
}

func solve(s sat.Solver, assumptions ...int) sat.Result {
	return s.Solve(context.Background(), sat.Limits{}, lits(assumptions...)...)
}

// checkAnswer compares one Solve with brute force: verdict, model, and a core
// that is part of the assumptions and refuted.
func checkAnswer(t failer, s sat.Solver, f formula, assumptions []int) {
	t.Helper()
	res := solve(s, assumptions...)
	want := sat.Unsat
	if bruteForce(f, assumptions) {
		want = sat.Sat
	}
	if res.Verdict != want {
		t.Fatalf("%v under %v: got %v, want %v", f.clauses, assumptions, res.Verdict, want)
	}
	if want == sat.Sat {
		if !satisfies(f, assumptions, modelOf(s)) {
			t.Fatalf("%v under %v: model %b does not satisfy it", f.clauses, assumptions, modelOf(s))
		}
		return
	}
	core := dimacs(s.Core())
	if bruteForce(f, core) {
		t.Fatalf("%v under %v: core %v is satisfiable", f.clauses, assumptions, core)
	}
	checkSubset(t, core, assumptions)
	if len(core) == 0 && bruteForce(f, nil) {
		t.Fatalf("%v: empty core of a satisfiable formula", f.clauses)
	}
}

// checkSubset fails unless core lists some assumptions once each.
func checkSubset(t failer, core, assumptions []int) {
	t.Helper()
	left := map[int]bool{}
	for _, a := range assumptions {
		left[a] = true
	}
	for _, c := range core {
		if !left[c] {
			t.Fatalf("core %v names %d, which is repeated or no assumption of %v", core, c, assumptions)
		}
		delete(left, c)
	}
}

func randomClause(r *rand.Rand, vars, maxLen int) []int {
	c := make([]int, 1+r.IntN(maxLen))
	for i := range c {
		c[i] = randomLit(r, vars)
	}
	return c
}

func randomLit(r *rand.Rand, vars int) int {
	n := 1 + r.IntN(vars)
	if r.IntN(2) == 0 {
		return -n
	}
	return n
}
