package regver

import (
	"math/rand/v2"
	"testing"

	"github.com/riftlab/rift/bitvec"
)

// formula returns a random formula of a byte and numbers.
func formula(rnd *rand.Rand, s *bitvec.Store, c bitvec.Term, depth int) bitvec.Term {
	number := func() bitvec.Term { return s.Const(32, uint64(uint32(rnd.IntN(300)-20))) }
	value := func() bitvec.Term {
		v := s.Resize(32, rnd.IntN(2) == 0, c)
		switch rnd.IntN(5) {
		case 0:
			v = s.Add(v, number())
		case 1:
			v = s.Xor(v, number())
		case 2:
			v = s.Shl(v, s.Const(32, uint64(rnd.IntN(12))))
		case 3:
			v = s.Ite(formula(rnd, s, c, 0), v, number())
		}
		return v
	}
	if depth == 0 {
		switch rnd.IntN(4) {
		case 0:
			return s.Eq(s.Resize(32, rnd.IntN(2) == 0, c), number())
		case 1:
			return s.Slt(s.Resize(32, rnd.IntN(2) == 0, c), number())
		case 2:
			return s.Ult(number(), s.Add(s.Resize(32, true, c), number()))
		}
		return s.Eq(s.And(s.Resize(32, true, c), number()), s.Const(32, 0))
	}
	switch rnd.IntN(5) {
	case 0:
		return s.Not(formula(rnd, s, c, depth-1))
	case 1:
		return s.Or(formula(rnd, s, c, depth-1), formula(rnd, s, c, depth-1))
	case 2:
		return s.Ult(value(), value())
	case 3:
		return s.Eq(value(), number())
	}
	return s.And(formula(rnd, s, c, depth-1), formula(rnd, s, c, depth-1))
}

// A formula and what stands for it have equal values, whatever the byte is made of, and
// formulas with equal values for all bytes become one.
func TestTables(t *testing.T) {
	for seed := range uint64(40) {
		rnd := rand.New(rand.NewPCG(seed, 3))
		s := bitvec.NewStore()
		x, array := s.Var("x", 32), s.ArrayVar("a", 32, 8)
		bytes := []bitvec.Term{s.Var("c", 8), s.Extract(15, 8, x), s.Select(array, x), s.Extract(5, 3, x)}
		b := newTables(s)
		of := map[string]bitvec.Term{}
		for range 60 {
			i := rnd.IntN(len(bytes))
			f := formula(rnd, s, bytes[i], 2)
			if rnd.IntN(6) == 0 { // of two bytes
				f = s.And(f, formula(rnd, s, bytes[(i+1)%len(bytes)], 1))
			}
			for _, g := range []bitvec.Term{b.canonical(f), b.compared(f, 0)} {
				differ := s.Xor(f, g)
				a := bitvec.NewOneShot(s, bitvec.SolverOptions{}).Check(t.Context(), bitvec.Query{Constraints: []bitvec.Term{differ}})
				if a.Verdict.String() != "unsat" {
					t.Fatalf("seed %d: %s is not %s: %v", seed, s.String(f), s.String(g), a.Verdict)
				}
			}
			if !b.known(f) || s.Kind(f) == bitvec.KindConst {
				continue
			}
			c := b.column(f, 0)
			key := string(rune('0' + i))
			for _, v := range c.values {
				key += string(rune('0' + v))
			}
			if g := b.canonical(f); of[key] == 0 {
				of[key] = g
			} else if of[key] != g {
				t.Fatalf("seed %d: %s and %s are one formula", seed, s.String(g), s.String(of[key]))
			}
		}
	}
}
