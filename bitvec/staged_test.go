package bitvec

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/riftlab/rift/sat"
)

// equalPairs are equal at every width; each has a neighbour that is not.
var equalPairs = []struct {
	name        string
	under       func(e *env) Term // a constraint, 0 if there is none
	left, right func(e *env) Term
	other       func(e *env) Term // differs from left somewhere
}{
	{name: "distributivity", under: func(e *env) Term { return e.Ult(e.k(2), e.x) },
		left:  func(e *env) Term { return e.Mul(e.x, e.Add(e.y, e.z)) },
		right: func(e *env) Term { return e.Add(e.Mul(e.x, e.y), e.Mul(e.x, e.z)) },
		other: func(e *env) Term { return e.Add(e.Mul(e.x, e.y), e.Mul(e.y, e.z)) }},
	{name: "associativity",
		left:  func(e *env) Term { return e.Mul(e.Mul(e.x, e.y), e.z) },
		right: func(e *env) Term { return e.Mul(e.x, e.Mul(e.z, e.y)) },
		other: func(e *env) Term { return e.Mul(e.x, e.Mul(e.z, e.z)) }},
	{name: "equal factors", under: func(e *env) Term { return e.Eq(e.x, e.y) },
		left:  func(e *env) Term { return e.Mul(e.x, e.z) },
		right: func(e *env) Term { return e.Mul(e.z, e.y) },
		other: func(e *env) Term { return e.Mul(e.y, e.y) }},
	{name: "square",
		left: func(e *env) Term { return e.Mul(e.Add(e.x, e.y), e.Add(e.x, e.y)) },
		right: func(e *env) Term {
			return e.Add(e.Add(e.Mul(e.x, e.x), e.Mul(e.y, e.y)), e.Mul(e.k(2), e.Mul(e.x, e.y)))
		},
		other: func(e *env) Term { return e.Add(e.Mul(e.x, e.x), e.Mul(e.y, e.y)) }},
	{name: "division",
		left:  func(e *env) Term { return e.Add(e.Mul(e.UDiv(e.x, e.y), e.y), e.URem(e.x, e.y)) },
		right: func(e *env) Term { return e.x },
		other: func(e *env) Term { return e.Mul(e.UDiv(e.x, e.y), e.y) }},
	{name: "remainder", under: func(e *env) Term { return e.Ne(e.y, e.zero) },
		left:  func(e *env) Term { return e.ZeroExtend(e.w-1, e.Ult(e.URem(e.x, e.y), e.y)) },
		right: func(e *env) Term { return e.k(1) },
		other: func(e *env) Term { return e.ZeroExtend(e.w-1, e.Ult(e.x, e.y)) }},
}

// TestEqualPairs: what a script with one question decides, sessions of the
// engines' checker decide within few steps, at any width.
func TestEqualPairs(t *testing.T) {
	for _, tc := range equalPairs {
		for _, w := range []int{16, 32, 64, 100} {
			t.Run(fmt.Sprintf("%s/%d", tc.name, w), func(t *testing.T) {
				e := newEnv(w)
				s := NewSession(NewChain(e.Store, ChainOptions{}))
				limits := sat.Limits{Steps: 2e6}
				s.Push()
				if tc.under != nil {
					s.Assert(tc.under(e))
				}
				// The results have names, as they have in states of an engine.
				l, r, o := e.Var("l", w), e.Var("r", w), e.Var("o", w)
				s.Assert(e.Eq(l, tc.left(e)))
				s.Assert(e.Eq(r, tc.right(e)))
				s.Assert(e.Eq(o, tc.other(e)))
				s.Push()
				s.Assert(e.Ne(l, r))
				if a := s.Check(context.Background(), limits); a.Verdict != sat.Unsat {
					t.Errorf("different: %v after %d steps", a, a.Steps)
				}
				s.Pop(1)
				if w > 32 {
					return
				}
				s.Assert(e.Ne(l, o))
				if a := s.Check(context.Background(), limits); a.Verdict != sat.Sat {
					t.Errorf("the neighbour differs: %v after %d steps", a, a.Steps)
				}
			})
		}
	}
}

// TestStagedAgrees compares the chain with the plain solver, asked on random
// constraints that grow and shrink, with stages small enough to be passed.
func TestStagedAgrees(t *testing.T) {
	seeds := uint64(9)
	if os.Getenv("RIFT_LONG") != "" {
		seeds = 45
	}
	for seed := range seeds {
		rng := rand.New(rand.NewPCG(11, seed))
		e := newEnv([]int{3, 8, 70}[seed%3])
		plain := NewSolver(e.Store, SolverOptions{})
		staged := NewStaged(&never{plain}, NewSlicer(NewOneShot(e.Store, SolverOptions{})))
		var cs []Term
		terms := []Term{e.x, e.y, e.z, e.k(3), e.ones}
		for range 12 {
			a, b := terms[rng.IntN(len(terms))], terms[rng.IntN(len(terms))]
			ops := []func(a, b Term) Term{e.Add, e.Sub, e.And, e.Xor, e.Or, e.Shl, e.LShr, e.Mul}
			if e.w < 70 {
				ops = append(ops, e.URem, e.UDiv)
			}
			terms = append(terms, ops[rng.IntN(len(ops))](a, b))
		}
		for range 10 {
			a, b := terms[rng.IntN(len(terms))], terms[rng.IntN(len(terms))]
			cs = append(cs, []Term{e.Eq(a, b), e.Ne(a, b), e.Ult(a, b), e.Or(e.Eq(a, b), e.c), e.Slt(b, a)}[rng.IntN(5)])
			q := Query{Constraints: cs, Limits: sat.Limits{Steps: 2e5}}
			want, got := plain.Check(context.Background(), q), staged.Check(context.Background(), q)
			if want.Verdict != got.Verdict && want.Verdict != sat.Unknown && got.Verdict != sat.Unknown {
				t.Fatalf("seed %d: %v, in stages %v", seed, want, got)
			}
			if got.Verdict == sat.Unsat {
				if again := plain.Check(context.Background(), Query{Constraints: got.Core, Limits: q.Limits}); again.Verdict == sat.Sat {
					t.Fatalf("seed %d: the core is satisfiable", seed)
				}
			}
			if got.Verdict != sat.Sat {
				cs = cs[:len(cs)-1]
			}
		}
	}
}

// never is a checker that spends its steps without an answer.
type never struct{ Checker }

func (c *never) Check(_ context.Context, q Query) Answer {
	return Answer{Reason: ReasonSteps, Steps: q.Limits.Steps / 4}
}

// TestStagedLimits: the limits hold for all stages together.
func TestStagedLimits(t *testing.T) {
	e := newEnv(64)
	c := NewChain(e.Store, ChainOptions{})
	hard := []Term{e.Eq(e.Mul(e.x, e.y), e.k(0x7fffffff9f4a7c15)), e.Ult(e.k(1), e.x), e.Ult(e.k(1), e.y),
		e.Ult(e.x, e.k(1<<33)), e.Ult(e.y, e.k(1<<33))}
	for _, steps := range []int64{1000, 20000, 50000, 300000} {
		a := c.Check(context.Background(), Query{Constraints: hard, Limits: sat.Limits{Steps: steps}})
		if a.Verdict == sat.Unknown && a.Reason != ReasonSteps || a.Steps > steps+steps/4+20000 {
			t.Errorf("%d steps: %v after %d", steps, a, a.Steps)
		}
	}
}
