package sat_test

import (
	"math/rand/v2"
	"testing"

	"github.com/riftlab/rift/sat"
)

// gate is o = a op b over signed variables; an input has op 0.
type gate struct {
	op   byte
	a, b int
}

// grown is a random circuit: variable i+1 is gates[i].
type grown struct {
	gates []gate
	r     *rand.Rand
}

// grow adds gates to the circuit and to the solvers.
func (g *grown) grow(n int, solvers ...sat.Solver) {
	for range n {
		vars := len(g.gates)
		x := gate{op: 'i'}
		if vars >= 14 {
			// Operands are mostly recent, so that circuits are deep.
			recent := func() int {
				v := vars - g.r.IntN(min(vars, 40))
				return v * (1 - 2*g.r.IntN(2))
			}
			x = gate{"&^"[g.r.IntN(2)], recent(), randomLit(g.r, vars)}
		}
		g.gates = append(g.gates, x)
		for _, s := range solvers {
			o := int(s.NewVar())
			for _, c := range x.clauses(o) {
				s.AddClause(lits(c...)...)
			}
		}
	}
}

func (x gate) clauses(o int) [][]int {
	switch x.op {
	case '&':
		return [][]int{{-o, x.a}, {-o, x.b}, {o, -x.a, -x.b}}
	case '^':
		return [][]int{{-o, x.a, x.b}, {-o, -x.a, -x.b}, {o, -x.a, x.b}, {o, x.a, -x.b}}
	}
	return nil
}

// cone returns which variables influence the literals.
func (g *grown) cone(ls []int) map[int]bool {
	cone := map[int]bool{}
	var visit func(n int)
	visit = func(n int) {
		v := max(n, -n)
		if cone[v] {
			return
		}
		cone[v] = true
		if x := g.gates[v-1]; x.op != 'i' {
			visit(x.a)
			visit(x.b)
		}
	}
	for _, n := range ls {
		visit(n)
	}
	return cone
}

// simulate computes all gates from the inputs that s has in its model.
func (g *grown) simulate(s sat.Solver) []bool {
	values := make([]bool, len(g.gates)+1)
	at := func(n int) bool { return values[max(n, -n)] != (n < 0) }
	for i, x := range g.gates {
		switch x.op {
		case 'i':
			values[i+1] = s.Value(sat.Var(i + 1).Pos())
		case '&':
			values[i+1] = at(x.a) && at(x.b)
		case '^':
			values[i+1] = at(x.a) != at(x.b)
		}
	}
	return values
}

// TestFocusOnCones asks the same queries over a growing circuit with and
// without a focus on the cone. A model of the cone, extended by simulation,
// must satisfy the query.
func TestFocusOnCones(t *testing.T) {
	answers := map[sat.Verdict]int{}
	for seed := range uint64(6) {
		g := &grown{r: rand.New(rand.NewPCG(seed, 12))}
		focusedOn, plain := sat.NewCDCL(sat.CDCLOptions{}), sat.NewCDCL(sat.CDCLOptions{})
		checked := sat.Check(plain, nil)
		for round := range 60 {
			g.grow(25, focusedOn, checked)
			var query []int
			for range 3 + g.r.IntN(4) {
				query = append(query, randomLit(g.r, len(g.gates)))
			}
			if round%7 == 6 { // what has been refuted may be added as a clause
				if solve(checked, query...).Verdict == sat.Unsat {
					for _, s := range []sat.Solver{focusedOn, checked} {
						s.AddClause(negated(query)...)
					}
				}
			}
			cone := g.cone(query)
			for v := 1; v <= len(g.gates); v++ {
				focusedOn.SetDecision(sat.Var(v), cone[v])
			}
			want, got := solve(checked, query...).Verdict, solve(focusedOn, query...).Verdict
			answers[got]++
			if got != want {
				t.Fatalf("seed %d, round %d: focused %v, plain %v", seed, round, got, want)
			}
			if got == sat.Unsat {
				continue
			}
			values := g.simulate(focusedOn)
			for _, n := range query {
				if values[max(n, -n)] != (n > 0) {
					t.Fatalf("seed %d, round %d: the model of %v does not make %d true", seed, round, query, n)
				}
			}
		}
	}
	if answers[sat.Sat] < 50 || answers[sat.Unsat] < 20 {
		t.Errorf("the queries are one-sided: %v", answers)
	}
}

func negated(ns []int) []sat.Lit {
	ls := lits(ns...)
	for i := range ls {
		ls[i] = ls[i].Not()
	}
	return ls
}
