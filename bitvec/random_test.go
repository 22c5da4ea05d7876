package bitvec_test

import (
	"context"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/bitvec/internal/gen"
	"github.com/riftlab/rift/sat"
)

// randomCount returns how many random formulas a test tries: the default, or
// RIFT_RANDOM from the environment.
func randomCount(t *testing.T, usual int) int {
	text := os.Getenv("RIFT_RANDOM")
	if text == "" {
		return usual
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("RIFT_RANDOM=%s: %v", text, err)
	}
	return n
}

func config(i int) gen.Config {
	return gen.Config{MaxWidth: []int{4, 8, 16, 64}[i%4], Terms: 5 + i%40, Arrays: i%3 == 0, ArrayEq: i%6 == 0, Default: i%4 == 0}
}

// TestConfigurationsAgree solves random formulas in stores with and without
// rewriting and by solvers that differ in everything optional.
func TestConfigurationsAgree(t *testing.T) {
	ctx := context.Background()
	verdicts := map[sat.Verdict]int{}
	for i := range randomCount(t, 400) {
		raw := bitvec.NewStore(bitvec.WithoutRewriting())
		rawCs := gen.Random(raw, rand.New(rand.NewPCG(1, uint64(i))), config(i))
		s := bitvec.NewStore()
		var cs []bitvec.Term
		for _, c := range rawCs {
			cs = append(cs, raw.Copy(s, c))
		}
		limits := sat.Limits{Steps: 3e6, Timeout: 10 * time.Second} // gini knows no steps
		want := bitvec.NewSolver(s, bitvec.SolverOptions{}).Check(ctx, bitvec.Query{Constraints: cs, Limits: limits})
		verdicts[want.Verdict]++
		for name, opts := range map[string]bitvec.SolverOptions{
			"raw":         {},
			"raw, fresh":  {Fresh: true},
			"raw, both":   {BothPolarities: true},
			"raw, retire": {RetireAfter: 1},
			"raw, gini":   {NewSAT: func() sat.Solver { return sat.NewGini() }},
			"raw, simplified": {Fresh: true, NewSAT: func() sat.Solver {
				return sat.NewSimplifier(sat.NewCDCL(sat.CDCLOptions{}), sat.SimplifyOptions{})
			}},
		} {
			got := bitvec.NewSolver(raw, opts).Check(ctx, bitvec.Query{Constraints: rawCs, Limits: limits})
			if got.Verdict != want.Verdict && got.Verdict != sat.Unknown && want.Verdict != sat.Unknown {
				t.Fatalf("formula %d: %v with rewriting, %v %s", i, want.Verdict, got.Verdict, name)
			}
			if got.Reason == bitvec.ReasonIncomplete {
				t.Errorf("formula %d: %s: incomplete", i, name)
			}
			if got.Verdict == sat.Unsat {
				core := bitvec.NewSolver(raw, bitvec.SolverOptions{}).Check(ctx, bitvec.Query{Constraints: got.Core, Limits: limits})
				if core.Verdict == sat.Sat {
					t.Fatalf("formula %d: %s: core is satisfiable", i, name)
				}
			}
		}
		for name, c := range map[string]bitvec.Checker{
			"one shot": bitvec.NewOneShot(s, bitvec.SolverOptions{}),
			"chain":    bitvec.NewChain(s, bitvec.ChainOptions{}),
		} {
			got := c.Check(ctx, bitvec.Query{Constraints: cs, Limits: limits})
			if got.Verdict != want.Verdict && got.Verdict != sat.Unknown && want.Verdict != sat.Unknown {
				t.Fatalf("formula %d: %v, but %v by %s", i, want.Verdict, got.Verdict, name)
			}
		}
		// A model of the rewritten formula must satisfy the original.
		if want.Verdict == sat.Sat {
			a := bitvec.NewAssignment()
			for _, v := range raw.Vars() {
				w, ok := s.Lookup(raw.Name(v))
				if !ok {
					continue
				}
				if raw.IsArray(v) {
					a.SetArray(v, want.Model.Array(w))
				} else {
					a.Set(v, want.Model.Value(w))
				}
			}
			if !bitvec.NewModel(raw, a).HoldsAll(rawCs) {
				t.Fatalf("formula %d: model of the rewritten formula is none of the original", i)
			}
		}
	}
	t.Log(verdicts)
	if verdicts[sat.Sat] == 0 || verdicts[sat.Unsat] == 0 {
		t.Errorf("verdicts are one-sided: %v", verdicts)
	}
}
