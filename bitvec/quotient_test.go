package bitvec

import (
	"context"
	"testing"
)

// TestQuotients compares, for every value of the variables, constraints that make quotient
// and remainder of variables with what is left of them after simplification.
func TestQuotients(t *testing.T) {
	const w = 3
	for _, c := range []struct {
		name       string
		build      func(s *Store, x, y, q, r Term) []Term
		eliminated int
	}{
		{"of words", func(s *Store, x, y, q, r Term) []Term {
			ext := func(t Term) Term { return s.ZeroExtend(w, t) }
			return []Term{s.Eq(s.Add(s.Mul(ext(q), ext(y)), ext(r)), ext(x)), s.Ult(r, y)}
		}, 2},
		{"a sum on the right, a wide comparison", func(s *Store, x, y, q, r Term) []Term {
			ext := func(t Term) Term { return s.ZeroExtend(w+1, t) }
			return []Term{s.Ult(ext(r), ext(y)), s.Eq(ext(x), s.Add(ext(r), s.Mul(ext(y), ext(q))))}
		}, 2},
		{"of a wide dividend", func(s *Store, x, y, q, r Term) []Term {
			ext := func(t Term) Term { return s.ZeroExtend(w, t) }
			return []Term{s.Eq(s.Add(s.Mul(ext(q), ext(y)), ext(r)), s.Concat(x, x)), s.Ult(r, y)}
		}, 0},
		{"a sum that may be too large", func(s *Store, x, y, q, r Term) []Term {
			ext := func(t Term) Term { return s.ZeroExtend(w-1, t) }
			return []Term{s.Eq(s.Add(s.Mul(ext(q), ext(y)), ext(r)), ext(x)), s.Ult(r, y)}
		}, 0},
		{"no bound of the remainder", func(s *Store, x, y, q, r Term) []Term {
			ext := func(t Term) Term { return s.ZeroExtend(w, t) }
			return []Term{s.Eq(s.Add(s.Mul(ext(q), ext(y)), ext(r)), ext(x)), s.Ult(y, r)}
		}, 0},
		{"the bound of another number", func(s *Store, x, y, q, r Term) []Term {
			ext := func(t Term) Term { return s.ZeroExtend(w, t) }
			return []Term{s.Eq(s.Add(s.Mul(ext(q), ext(y)), ext(r)), ext(x)), s.Ult(r, x)}
		}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := NewStore()
			vars := []Term{s.Var("x", w), s.Var("y", w), s.Var("q", w), s.Var("r", w)}
			cs := c.build(s, vars[0], vars[1], vars[2], vars[3])
			simple := s.Simplify(context.Background(), cs)
			if simple.Eliminated != c.eliminated {
				t.Errorf("%d variables eliminated, want %d", simple.Eliminated, c.eliminated)
			}
			for bits := range uint64(1) << (4 * w) {
				a := NewAssignment()
				for i, x := range vars {
					a.Set(x, NewValue(w, bits>>(w*i)))
				}
				whole := NewModel(s, a)
				left := NewModel(s, a)
				extended := simple.Model(left)
				// What is left has the models of the constraints, without the variables
				// that follow from the others.
				if whole.HoldsAll(cs) && !left.HoldsAll(simple.Constraints) {
					t.Fatalf("x y q r = %b: a model is lost", bits)
				}
				if left.HoldsAll(simple.Constraints) && !extended.HoldsAll(cs) {
					t.Fatalf("x y q r = %b: a model too many", bits)
				}
			}
		})
	}
}
