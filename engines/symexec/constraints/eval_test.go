package constraints_test

import (
	"math/rand/v2"
	"testing"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/constraints"
)

// The evaluator agrees with that of package bitvec on wide terms.
func TestWideValues(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	s := bitvec.NewStore()
	sol := constraints.New(s, new(constraints.Counts))
	var path constraints.PathCondition
	x, nx := sol.Variable("x", 64)
	y, ny := sol.Variable("y", 64)
	a, b := s.Concat(x, y), s.Concat(s.Extract(20, 0, y), x)
	b = s.Resize(128, true, b)
	count := s.ZeroExtend(121, s.Extract(6, 0, x))
	results := []bitvec.Term{s.Add(a, b), s.Mul(a, b), s.And(a, b), s.Xor(a, b), s.Not(a), s.Neg(b), s.Shl(a, count), s.LShr(a, count),
		s.AShr(a, count), s.UDiv(a, b), s.Ite(s.Ult(a, b), a, b), s.Ite(s.Slt(a, b), a, b), s.Ite(s.Eq(s.Extract(99, 30, a), s.Extract(80, 11, b)), a, b),
		s.Resize(128, true, s.Extract(99, 30, s.Mul(a, b))), s.ZeroExtend(28, s.Extract(110, 11, s.Add(a, b)))}
	for range 300 {
		model := make([]uint64, 2)
		model[nx], model[ny] = r.Uint64()>>r.IntN(64), r.Uint64()>>r.IntN(64)
		sol.SetModel(&path, model)
		for i, t128 := range results {
			full := sol.EvalWide(&path, t128)
			for _, c := range []struct{ hi, lo int }{{63, 0}, {127, 64}, {90, 40}} {
				part := s.Extract(c.hi, c.lo, t128)
				if got, want := sol.Eval(&path, part), sol.EvalWide(&path, part).Uint64(); got != want {
					t.Fatalf("part %d..%d of term %d, %s: got %#x, want %#x", c.hi, c.lo, i, full, got, want)
				}
			}
		}
	}
}
