package bitvec_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/bitvec/internal/gen"
	"github.com/riftlab/rift/sat"
)

// TestSessionsAgree plays random sessions on every configuration of the chain
// and on a solver that starts afresh for each query.
func TestSessionsAgree(t *testing.T) {
	ctx := context.Background()
	limits := sat.Limits{Steps: 2e6, Timeout: 5 * time.Second} // gini knows no steps
	asked := map[sat.Verdict]int{}
	for i := range randomCount(t, 60) {
		// Formulas over common variables: those of one formula, whose
		// parts are asserted in all combinations.
		s := bitvec.NewStore()
		var pool []bitvec.Term
		for _, t := range gen.Pool(s, rand.New(rand.NewPCG(7, uint64(i))), config(i)) {
			pool = append(pool, t, s.Not(t))
		}
		checkers := map[string]bitvec.Checker{
			"chain":    bitvec.NewChain(s, bitvec.ChainOptions{}),
			"no cache": bitvec.NewChain(s, bitvec.ChainOptions{NoCache: true}),
			"no slice": bitvec.NewChain(s, bitvec.ChainOptions{NoSlice: true}),
			"retiring": bitvec.NewChain(s, bitvec.ChainOptions{Solver: bitvec.SolverOptions{RetireAfter: 300}}),
			"gini":     bitvec.NewSolver(s, bitvec.SolverOptions{NewSAT: func() sat.Solver { return sat.NewGini() }}),
		}
		sessions := map[string]*bitvec.Session{}
		for name, c := range checkers {
			sessions[name] = bitvec.NewSession(c)
		}
		fresh := bitvec.NewSession(bitvec.NewSolver(s, bitvec.SolverOptions{Fresh: true}))
		rng := rand.New(rand.NewPCG(8, uint64(i)))
		for range 40 {
			switch op := rng.IntN(4); {
			case op == 0 && fresh.Depth() > 0:
				n := 1 + rng.IntN(fresh.Depth())
				fresh.Pop(n)
				for _, x := range sessions {
					x.Pop(n)
				}
				continue
			case op < 3:
				c := pool[rng.IntN(len(pool))]
				fresh.Push()
				fresh.Assert(c)
				for _, x := range sessions {
					x.Push()
					x.Assert(c)
				}
			}
			want := fresh.Check(ctx, limits)
			asked[want.Verdict]++
			for name, x := range sessions {
				got := x.Check(ctx, limits)
				if got.Verdict != want.Verdict && got.Verdict != sat.Unknown && want.Verdict != sat.Unknown {
					t.Fatalf("session %d: %v fresh, %v by %s", i, want, got, name)
				}
				if got.Verdict == sat.Sat && !got.Model.HoldsAll(x.Constraints()) {
					t.Fatalf("session %d: wrong model by %s", i, name)
				}
				if got.Verdict == sat.Unsat {
					again := bitvec.NewSolver(s, bitvec.SolverOptions{}).Check(ctx, bitvec.Query{Constraints: got.Core, Limits: limits})
					if again.Verdict == sat.Sat {
						t.Fatalf("session %d: core of %s is %v", i, name, again)
					}
				}
			}
		}
	}
	t.Log(asked)
	if asked[sat.Sat] == 0 || asked[sat.Unsat] == 0 {
		t.Errorf("verdicts are one-sided: %v", asked)
	}
}
