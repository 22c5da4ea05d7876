package bitvec_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/riftlab/rift/bitvec"
)

// TestEquationsOfProducts draws equalities of sums and products whose words are taken
// apart and put together, and compares them with what polynomials in bits make of them,
// under every assignment.
func TestEquationsOfProducts(t *testing.T) {
	decided := 0
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.IntRange(2, 4).Draw(t, "width")
		s := bitvec.NewStore()
		x, y, c := s.Var("x", w), s.Var("y", w), s.Var("c", 1)
		terms := []bitvec.Term{x, y, s.Mul(x, y), s.ZeroExtend(w-1, c)}
		pick := func(label string) bitvec.Term { return rapid.SampledFrom(terms).Draw(t, label) }
		for range rapid.IntRange(1, 6).Draw(t, "operations") {
			a, b := pick("a"), pick("b")
			k := rapid.IntRange(1, w-1).Draw(t, "k")
			low := s.ZeroExtend(w-k, s.Extract(k-1, 0, a))
			high := s.Concat(s.Extract(w-1, k, a), s.Const(k, 0))
			terms = append(terms, []bitvec.Term{
				s.Add(a, b), s.Sub(a, b), s.Mul(a, b), s.Not(a), low, high, s.Add(low, high),
				s.Ite(s.Bit(b, k), a, s.Const(w, 0)), s.And(a, s.SignExtend(w-1, s.Bit(b, 0))),
				s.LShr(a, s.Const(w, uint64(k))), s.SignExtend(w-k, s.Extract(k-1, 0, a)), s.Xor(a, b),
				s.Extract(w-1, 0, s.Mul(s.ZeroExtend(k, a), s.ZeroExtend(k, b))),
			}[rapid.IntRange(0, 12).Draw(t, "operator")])
		}
		left, right := pick("left"), pick("right")
		if rapid.Bool().Draw(t, "again") { // x times another term, by the bits of x
			other, otherwise := right, s.Const(w, 0)
			if rapid.IntRange(0, 3).Draw(t, "wrong") == 0 {
				otherwise = pick("otherwise")
			}
			left, right = s.Mul(x, other), s.Const(w, 0)
			for i := range w {
				right = s.Add(right, s.Ite(s.Bit(x, i), s.Shl(other, s.Const(w, uint64(i))), otherwise))
			}
		}
		before := s.Eq(left, right)
		if s.Kind(before) != bitvec.KindEq {
			return // decided as it was built
		}
		after := bitvec.DecideBits(s, before)
		if after == 0 {
			return
		}
		decided++
		for bits := range uint64(1) << (2*w + 1) {
			a := bitvec.NewAssignment()
			a.Set(x, bitvec.NewValue(w, bits))
			a.Set(y, bitvec.NewValue(w, bits>>w))
			a.Set(c, bitvec.NewValue(1, bits>>(2*w)))
			e := bitvec.NewTotalEvaluator(s, a)
			want, _ := e.Value(before)
			if got, _ := e.Value(after); !got.Equal(want) {
				t.Fatalf("x %d y %d of width %d: %v, simplified %v\n%s\n%s", bits&(1<<w-1), bits>>w&(1<<w-1), w, want, got, s.String(before), s.String(after))
			}
		}
	})
	t.Logf("polynomials in bits decided %d", decided)
}
