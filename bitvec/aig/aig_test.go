package aig

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/riftlab/rift/sat"
)

// truth is the table of a function of four inputs.
type truth uint16

var inputs = [4]truth{0xaaaa, 0xcccc, 0xf0f0, 0xff00}

// grown is a random graph of n gates over four inputs, with the function of
// every literal made, computed beside the graph.
func grown(rng *rand.Rand, n int) (g *Graph, lits []Lit, tables map[Lit]truth) {
	g = NewGraph()
	tables = map[Lit]truth{False: 0, True: 0xffff}
	lits = []Lit{False}
	add := func(l Lit, f truth) bool {
		known, ok := tables[l]
		tables[l], tables[l.Not()] = f, ^f
		lits = append(lits, l)
		return !ok || known == f
	}
	for _, f := range inputs {
		add(g.Input(), f)
	}
	pick := func() Lit {
		l := lits[rng.IntN(len(lits))]
		if rng.IntN(2) == 0 {
			l = l.Not()
		}
		return l
	}
	for range n {
		a, b, c := pick(), pick(), pick()
		x, y, z := tables[a], tables[b], tables[c]
		ok := false
		switch rng.IntN(5) {
		case 0:
			ok = add(g.And(a, b), x&y)
		case 1:
			ok = add(g.Or(a, b), x|y)
		case 2:
			ok = add(g.Xor(a, b), x^y)
		case 3:
			ok = add(g.Mux(a, b, c), x&y|^x&z)
		case 4:
			ok = add(g.Maj(a, b, c), x&y|x&z|y&z)
		}
		if !ok {
			return g, nil, nil
		}
	}
	return g, lits, tables
}

// simulate returns the function of every gate of g.
func simulate(g *Graph) []truth {
	fs := make([]truth, len(g.gates))
	next := 0
	for i := 1; i < len(g.gates); i++ {
		of := func(l Lit) truth {
			if l.IsNeg() {
				return ^fs[l.gate()]
			}
			return fs[l.gate()]
		}
		switch n := g.gates[i]; n.kind {
		case gateInput:
			fs[i] = inputs[next]
			next++
		case gateAnd:
			fs[i] = of(n.a) & of(n.b)
		case gateXor:
			fs[i] = of(n.a) ^ of(n.b)
		case gateMux:
			fs[i] = of(n.a)&of(n.b) | ^of(n.a)&of(n.c)
		case gateMaj:
			fs[i] = of(n.a)&of(n.b) | of(n.a)&of(n.c) | of(n.b)&of(n.c)
		}
	}
	return fs
}

// TestGatesComputeTheirFunctions: simplification never changes a function.
func TestGatesComputeTheirFunctions(t *testing.T) {
	for seed := range uint64(300) {
		g, lits, tables := grown(rand.New(rand.NewPCG(1, seed)), 60)
		if lits == nil {
			t.Fatalf("seed %d: one literal for two functions", seed)
		}
		fs := simulate(g)
		for _, l := range lits {
			f := fs[l.gate()]
			if l.IsNeg() {
				f = ^f
			}
			if f != tables[l] {
				t.Fatalf("seed %d: literal %d computes %04x, want %04x", seed, l, f, tables[l])
			}
		}
	}
}

// TestTwoLevelRules names the cases that need a look below the operands.
func TestTwoLevelRules(t *testing.T) {
	g := NewGraph()
	a, b, c := g.Input(), g.Input(), g.Input()
	ab := g.And(a, b)
	for name, same := range map[string][2]Lit{
		"idempotence":   {g.And(ab, a), ab},
		"contradiction": {g.And(ab, a.Not()), False},
		"subsumption":   {g.And(ab.Not(), a.Not()), a.Not()},
		"substitution":  {g.And(ab.Not(), a), g.And(a, b.Not())},
		"resolution":    {g.And(ab.Not(), g.And(a, b.Not()).Not()), a.Not()},
		"both":          {g.And(ab, g.And(a.Not(), c)), False},
		"xor":           {g.Xor(g.Xor(a, b), a.Not()), b.Not()},
		"mux":           {g.Mux(a, g.Mux(a, b, c), c), g.Mux(a, b, c)},
		"dual":          {g.Maj(a.Not(), b.Not(), c), g.Maj(a, b, c.Not()).Not()},
	} {
		if same[0] != same[1] {
			t.Errorf("%s: %d != %d", name, same[0], same[1])
		}
	}
}

// TestClauses asks for every literal of random graphs in random order, in one
// solver, whether it can be true together with an assignment of the inputs.
func TestClauses(t *testing.T) {
	for _, both := range []bool{false, true} {
		for seed := range uint64(20) {
			rng := rand.New(rand.NewPCG(2, seed))
			g, lits, tables := grown(rng, 40)
			solver := sat.NewCDCL(sat.CDCLOptions{})
			e := NewEmitter(g, solver, both)
			for range 150 {
				l := lits[rng.IntN(len(lits))]
				if rng.IntN(2) == 0 {
					l = l.Not()
				}
				row := rng.IntN(16)
				assume := []sat.Lit{e.Lit(l)}
				for i := range inputs {
					input := Lit(i+1) << 1
					if row>>i&1 == 0 {
						input = input.Not()
					}
					assume = append(assume, e.Lit(input))
				}
				want := sat.Unsat
				if tables[l]>>row&1 != 0 {
					want = sat.Sat
				}
				if got := solver.Solve(context.Background(), sat.Limits{}, assume...); got.Verdict != want {
					t.Fatalf("both %v, seed %d: literal %d in row %d: %v, want %v", both, seed, l, row, got.Verdict, want)
				}
			}
		}
	}
}

// TestBound: the limit and the poll both stop a circuit, and the graph
// remains usable.
func TestBound(t *testing.T) {
	for _, tc := range []struct {
		limit     int
		poll      func() bool
		cancelled bool
	}{{5000, nil, false}, {0, func() bool { return true }, true}} {
		g := NewGraph()
		x, y := g.Inputs(100), g.Inputs(100)
		g.Bound(tc.limit, tc.poll)
		func() {
			defer func() {
				if over, ok := recover().(Overflow); !ok || over.Cancelled != tc.cancelled {
					t.Errorf("%+v, want cancelled %v", over, tc.cancelled)
				}
			}()
			g.Mul(x, y)
			t.Error("not stopped")
		}()
		if g.And(x[0], y[0]) == False {
			t.Error("graph is broken")
		}
	}
}
