package drat_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/riftlab/rift/sat"
	"github.com/riftlab/rift/sat/drat"
)

func formula(t testing.TB, text string) *sat.CNF {
	t.Helper()
	var f sat.CNF
	if _, err := sat.ReadDIMACS(strings.NewReader(text), "f.cnf", func(lits []sat.Lit) { f.Add(lits...) }); err != nil {
		t.Fatal(err)
	}
	return &f
}

// random returns clauses of one to three literals, or of three.
func random(r *rand.Rand, vars, clauses int, mixed bool) *sat.CNF {
	var f sat.CNF
	f.Grow(vars)
	for range clauses {
		n := 3
		if mixed {
			n = 1 + r.IntN(3)
			if n == 1 && r.IntN(4) > 0 {
				n = 2
			}
		}
		var c []sat.Lit
		for range n {
			c = append(c, sat.Var(1+r.IntN(vars)).Pos().XorSign(r.IntN(2) == 0))
		}
		f.Add(c...)
	}
	return &f
}

// pigeons puts n+1 pigeons into n holes.
func pigeons(n int) *sat.CNF {
	var f sat.CNF
	at := func(p, h int) sat.Lit { return sat.Var(p*n + h + 1).Pos() }
	for p := 0; p <= n; p++ {
		var c []sat.Lit
		for h := range n {
			c = append(c, at(p, h))
			for q := range p {
				f.Add(at(p, h).Not(), at(q, h).Not())
			}
		}
		f.Add(c...)
	}
	return &f
}

// makers are the solvers that write proofs.
var makers = map[string]func(p *sat.Proof) sat.Solver{
	"cdcl": func(p *sat.Proof) sat.Solver { return sat.NewCDCL(sat.CDCLOptions{Proof: p}) },
	"simplified": func(p *sat.Proof) sat.Solver {
		return sat.NewSimplifier(sat.NewCDCL(sat.CDCLOptions{Proof: p}), sat.SimplifyOptions{Proof: p})
	},
	"equivalences": func(p *sat.Proof) sat.Solver {
		return sat.NewSimplifier(sat.NewCDCL(sat.CDCLOptions{Proof: p}), sat.SimplifyOptions{Proof: p, NoElimination: true, NoSubsumption: true})
	},
}

// prove solves a formula and returns the verdict and the proof.
func prove(t interface {
	Fatal(...any)
}, f *sat.CNF, solver func(*sat.Proof) sat.Solver) (sat.Verdict, []byte) {
	var out bytes.Buffer
	p := sat.NewProof(&out)
	s := solver(p)
	f.Load(s)
	res := s.Solve(context.Background(), sat.Limits{})
	if err := p.Flush(); err != nil {
		t.Fatal(err)
	}
	return res.Verdict, out.Bytes()
}

// TestProofs: what solvers derive is checked, on formulas that need learning, forgetting and
// simplification.
func TestProofs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	formulas := map[string]*sat.CNF{"pigeons": pigeons(7)}
	for k := range 4 {
		formulas[fmt.Sprintf("3SAT %d", k)] = random(r, 120, 600, false)
		formulas[fmt.Sprintf("mixed %d", k)] = random(r, 300, 520, true)
	}
	forgotten := 0
	for name, f := range formulas {
		for how, solver := range makers {
			t.Run(name+" "+how, func(t *testing.T) {
				v, proof := prove(t, f, solver)
				if v != sat.Unsat {
					t.Fatalf("%v", v)
				}
				if err := drat.Check(t.Context(), f, bytes.NewReader(proof), "proof"); err != nil {
					t.Error(err)
				}
				forgotten += bytes.Count(proof, []byte("\nd "))
			})
		}
	}
	if forgotten == 0 {
		t.Error("no clause was deleted in any proof")
	}
}

// TestRandomProofs: on small formulas of all kinds unsatisfiability comes with a proof, and a
// formula that is satisfiable has none, whatever is written.
func TestRandomProofs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		f := random(r, 3+r.IntN(12), 5+r.IntN(50), true)
		for how, solver := range makers {
			v, proof := prove(t, f, solver)
			err := drat.Check(context.Background(), f, bytes.NewReader(proof), how)
			if v == sat.Unsat && err != nil {
				t.Fatalf("%s: %v\n%s", how, err, proof)
			}
			if v == sat.Sat && !errors.Is(err, drat.ErrRefused) {
				t.Fatalf("%s: a proof for a satisfiable formula: %v", how, err)
			}
		}
		var noise strings.Builder
		for range 10 {
			for range r.IntN(3) {
				fmt.Fprintf(&noise, "%d ", (1+r.IntN(f.NumVars()+1))*(1-2*r.IntN(2)))
			}
			noise.WriteString("0\n")
		}
		noise.WriteString("0\n")
		v, _ := prove(t, f, makers["cdcl"])
		if err := drat.Check(context.Background(), f, strings.NewReader(noise.String()), "noise"); err == nil && v == sat.Sat {
			t.Fatalf("accepted for a satisfiable formula:\n%s", noise.String())
		}
	})
}

func TestCheck(t *testing.T) {
	const xor = "p cnf 2 4\n1 2 0\n-1 -2 0\n1 -2 0\n-1 2 0\n"
	const chain = "p cnf 3 4\n1 0\n-1 2 0\n-2 3 0\n-3 0\n"
	for _, c := range []struct{ name, formula, proof, want string }{
		{"two steps", xor, "1 0\n0\n", ""},
		{"with comments, deletions and blanks", xor, "c hello\n\n  1 0 \nd 2 1 0\nd 3 9 0\n0\n", ""},
		{"no need of one", chain, "", ""},
		{"a definition, by its resolvents", xor, "536870000 -1 0\n-536870000 1 0\n536870000 0\n-536870000 0\n0\n", ""},
		{"it does not follow", "p cnf 2 1\n1 2 0\n", "c\n1 2 0\n-1 -2 0\n0\n", "p:4: no proof: the clause does not follow from those before it"},
		{"deleted before it was needed", xor, "d 1 2 0\nd 1 -2 0\n-2 1 0\n0\n", "p:4: no proof: the clause does not follow"},
		{"without an end", xor, "1 2 0\n", "p:1: no proof: it ends without the empty clause"},
		{"no literal", xor, "1 x 0\n", `p:1: "x": expected a literal`},
		{"without a 0", xor, "c\n1 2\n", "p:2: the clause does not end in 0"},
		{"two on a line", xor, "1 0 2 0\n", "p:1: more behind the 0"},
		{"too large", xor, "99999999999999999999 0\n", "expected a literal"},
		{"bytes", xor, "a\x02\x00d\x03\x00", "expected a literal"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := drat.Check(t.Context(), formula(t, c.formula), strings.NewReader(c.proof), "p")
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
}

// FuzzCheck: no text is a proof that a satisfiable formula has no model, and none makes the
// checker panic.
func FuzzCheck(f *testing.F) {
	f.Add("1 0\n-1 2 0\nd 1 0\n0\n")
	f.Add("5 -1 0\n-5 0\n0")
	f.Fuzz(func(t *testing.T, proof string) {
		if err := drat.Check(t.Context(), formula(t, "p cnf 4 4\n1 2 3 0\n-1 -2 0\n-3 4 0\n-4 -2 0\n"), strings.NewReader(proof), "p"); err == nil {
			t.Errorf("a proof: %q", proof)
		}
	})
}
