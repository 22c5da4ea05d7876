package bitvec

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/riftlab/rift/sat"
)

// TestBlasterAgreesWithEvaluation checks every kind of bit-vector term: with
// its operands fixed to values, the solver must find exactly the value that
// evaluation gives. Exhaustively at widths 1 to 3, sampled at 8, 33 and 70.
func TestBlasterAgreesWithEvaluation(t *testing.T) {
	for _, w := range []int{1, 2, 3, 8, 33, 70} {
		e := newEnv(w, WithoutRewriting())
		terms := []Term{
			e.Not(e.x), e.And(e.x, e.y), e.Xor(e.x, e.y), e.Neg(e.x), e.Add(e.x, e.y), e.Mul(e.x, e.y), e.Mul(e.x, e.k(11)),
			e.UDiv(e.x, e.y), e.URem(e.x, e.y), e.UDiv(e.x, e.k(5)), e.Shl(e.x, e.y), e.LShr(e.x, e.y), e.AShr(e.x, e.y),
			e.Concat(e.x, e.y), e.Extract(w-1, w/2, e.x), e.SignExtend(3, e.x), e.Eq(e.x, e.y), e.Ult(e.x, e.y),
			e.Slt(e.x, e.y), e.Ite(e.Bit(e.x, 0), e.y, e.z), e.SDiv(e.x, e.y), e.SMod(e.x, e.y),
			e.Select(e.Store.Store(e.Store.Store(e.ConstArray(w, e.z), e.k(1), e.x), e.k(0), e.y), e.x),
			e.Select(e.Store.Store(e.ConstArray(w, e.z), e.y, e.x), e.x),
		}
		kinds := map[Kind]bool{}
		for _, u := range e.postorder(terms...) {
			kinds[e.Kind(u)] = true
		}
		for k := KindConst; k < numKinds; k++ {
			if !kinds[k] {
				t.Errorf("width %d: kind %v is not tested", w, k)
			}
		}
		rng := rand.New(rand.NewPCG(4, uint64(w)))
		c := NewSolver(e.Store, SolverOptions{})
		tries := 60
		if w <= 3 {
			tries = 1 << (3 * w)
		}
		for i := range tries {
			values := make([]Term, 3)
			for j := range values {
				switch {
				case w <= 3:
					values[j] = e.Const(w, uint64(i)>>uint(j*w))
				case rng.IntN(4) == 0:
					values[j] = e.Const(w, uint64(rng.IntN(3)))
				default:
					values[j] = e.Concat(e.Const(w/2, rng.Uint64()), e.Const(w-w/2, rng.Uint64()))
				}
			}
			a := NewAssignment()
			eval := NewTotalEvaluator(e.Store, a)
			var fixed []Term
			for j, v := range []Term{e.x, e.y, e.z} {
				fixed = append(fixed, e.Eq(v, values[j]))
				val, _ := eval.Value(values[j])
				a.Set(v, val)
			}
			eval = NewTotalEvaluator(e.Store, a)
			for _, u := range terms {
				if w > 3 && rng.IntN(8) > 0 {
					continue
				}
				v, _ := eval.Value(u)
				same := e.Eq(u, e.Value(v))
				if got := c.Check(context.Background(), Query{Constraints: append(fixed, e.Not(same))}); got.Verdict != sat.Unsat {
					t.Fatalf("width %d: %v with %v is not only %v", w, e.String(u), values, v)
				}
				if got := c.Check(context.Background(), Query{Constraints: append(fixed, same)}); got.Verdict != sat.Sat {
					t.Fatalf("width %d: %v with %v is not %v", w, e.String(u), values, v)
				}
			}
		}
	}
}

// TestSmallAndWideAgree compares the evaluation functions for words with those
// for any width.
func TestSmallAndWideAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	for range 20000 {
		w := 1 + rng.IntN(64)
		sh := shape{w: uint(w), aw: uint(w), bw: uint(w)}
		word := func(w int) Value {
			switch rng.IntN(3) {
			case 0:
				return NewValue(w, uint64(rng.IntN(w+2)))
			case 1:
				return NewValue(w, -uint64(rng.IntN(3)))
			}
			return NewValue(w, rng.Uint64())
		}
		a, b, c := word(w), word(w), word(w)
		for k := KindNot; k <= KindIte; k++ {
			s := sh
			x := a
			switch k {
			case KindConcat:
				if w > 32 {
					continue
				}
				s.w = uint(2 * w)
			case KindExtract:
				s.lo = uint(rng.IntN(w))
				s.w = uint(1 + rng.IntN(w-int(s.lo)))
			case KindSExt:
				s.w = uint(w + rng.IntN(65-w))
			case KindEq, KindUlt, KindSlt:
				s.w = 1
			case KindIte:
				x = NewValue(1, a.lo)
			}
			got := kinds[k].wide(s, x, b, c)
			if want := kinds[k].small(s, x.lo, b.lo, c.lo); got.Uint64() != want || got.Width() != int(s.w) {
				t.Fatalf("%v of %v, %v, %v with %+v: %#x and %v", k, x, b, c, s, want, got)
			}
		}
	}
}
