package bitvec

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"github.com/riftlab/rift/sat"
)

// TestSweepKeepsValues draws formulas over two variables and an array, sweeps them in a
// store that rewrites nothing, so that much is left to merge, and compares them before and
// after under every value of the variables.
func TestSweepKeepsValues(t *testing.T) {
	merged := int64(0)
	rapid.Check(t, func(t *rapid.T) {
		const w = 3
		var opts []Option
		if rapid.Bool().Draw(t, "raw") {
			opts = append(opts, WithoutRewriting())
		}
		s := NewStore(opts...)
		x, y, array := s.Var("x", w), s.Var("y", w), s.ArrayVar("a", w, w)
		words := []Term{x, y, s.Const(w, 1), s.Select(array, x)}
		formulas := []Term{s.Var("c", 1)}
		word := func(label string) Term { return rapid.SampledFrom(words).Draw(t, label) }
		for range rapid.IntRange(3, 14).Draw(t, "operations") {
			a, b, c := word("a"), word("b"), rapid.SampledFrom(formulas).Draw(t, "c")
			words = append(words, []Term{
				s.Add(a, b), s.Sub(a, b), s.Mul(a, b), s.And(a, b), s.Or(a, b), s.Xor(a, b), s.Not(a), s.Neg(a),
				s.Ite(c, a, b), s.Shl(a, b), s.UDiv(a, b), s.URem(a, b), s.Concat(s.Extract(0, 0, a), s.Extract(w-1, 1, b)),
				s.Select(s.Store(array, a, b), word("index")), s.Sub(s.Add(a, b), b), s.Or(s.And(a, b), s.And(a, s.Not(b))),
			}[rapid.IntRange(0, 15).Draw(t, "operator")])
			formulas = append(formulas, []Term{s.Eq(a, b), s.Ult(a, b), s.Slt(a, b)}[rapid.IntRange(0, 2).Draw(t, "relation")])
		}
		before := []Term{s.Ne(word("left"), word("right")), rapid.SampledFrom(formulas).Draw(t, "formula"), s.Ult(word("less"), word("more"))}
		after, n, _ := s.sweep(context.Background(), SolverOptions{}, before, 100_000)
		merged += n
		for bits := range uint64(1) << (2*w + 1) {
			a := NewAssignment()
			a.Set(x, NewValue(w, bits))
			a.Set(y, NewValue(w, bits>>w))
			a.Set(formulas[0], NewValue(1, bits>>(2*w)))
			elements := NewArrayValue(w, NewValue(w, bits%5))
			for i := range uint64(1) << w {
				elements = elements.With(NewValue(w, i), NewValue(w, i*(bits%7+1)+bits/3))
			}
			a.SetArray(array, elements)
			e := NewTotalEvaluator(s, a)
			for i := range before {
				want, _ := e.Value(before[i])
				if got, _ := e.Value(after[i]); !got.Equal(want) {
					t.Fatalf("%07b: %v, swept %v\n%s\n%s", bits, want, got, s.String(before[i]), s.String(after[i]))
				}
			}
		}
	})
	t.Logf("%d terms merged", merged)
}

// scramble returns rounds of mixing h with b and c, as hash functions do; spelled chooses
// how each operation is written.
func scramble(s *Store, h, b, c Term, rounds int, spelled bool, last uint64) Term {
	k := func(v uint64) Term { return s.Const(32, v) }
	for i := range rounds {
		h = s.Mul(s.Xor(h, s.LShr(h, k(16))), k(0x85ebca6b))
		if spelled {
			h = s.Add(s.Or(h, b), s.And(h, b))
			h = s.Xor(h, s.LShr(h, k(13)))
			h = s.Add(s.Sub(s.Shl(h, k(5)), h), c)
			h = s.Add(s.Shl(h, k(7)), s.LShr(h, k(25)))
		} else {
			h = s.Add(h, b)
			h = s.Xor(h, s.LShr(h, k(13)))
			h = s.Add(s.Mul(h, k(31)), c)
			h = s.Or(s.Shl(h, k(7)), s.LShr(h, k(25)))
		}
		if i == rounds-1 {
			h = s.Xor(h, k(last))
		}
	}
	return h
}

// TestSweepDecides compares hash functions that are written in two ways, which a search
// from their ends does not decide.
func TestSweepDecides(t *testing.T) {
	s := NewStore()
	h, b, c := s.Var("h", 32), s.Var("b", 32), s.Var("c", 32)
	limits := sat.Limits{Steps: 50_000}
	check := func(last uint64) Answer {
		differ := s.Ne(scramble(s, h, b, c, 12, false, 0), scramble(s, h, b, c, 12, true, last))
		return NewOneShot(s, SolverOptions{}).Check(context.Background(), Query{Constraints: []Term{differ}, Limits: limits})
	}
	if a := check(0); a.Verdict != sat.Unsat {
		t.Errorf("equal functions: %v after %d steps", a.Verdict, a.Steps)
	}
	if a := check(4); a.Verdict != sat.Sat {
		t.Errorf("different functions: %v after %d steps", a.Verdict, a.Steps)
	}
}
