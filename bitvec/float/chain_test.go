package float

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/riftlab/rift/bitvec"
)

// grown is a term of format f over the variable x, with its word.
type grown struct {
	f    Format
	text string
	term bitvec.Term
	word func(x uint64) uint64
}

// grow puts a random operation of one operand on g, or of g and h.
func (b *bench) grow(r *rand.Rand, g, h grown) grown {
	f := g.f
	w := random(f, r)
	if r.IntN(3) == 0 {
		list := specials(f)
		w = list[r.IntN(len(list))]
	}
	c := b.s.Const(f.Bits(), w)
	out := grown{f: f}
	switch op := r.IntN(14); op {
	case 13:
		out.text, out.term = "abs", b.m.Abs(f, g.term)
		out.word = func(x uint64) uint64 { return g.word(x) &^ f.signBit() }
	case 12:
		out.text, out.term = "square", b.m.Mul(f, g.term, g.term)
		out.word = func(x uint64) uint64 { return f.Mul(g.word(x), g.word(x)) }
	case 0:
		out.text, out.term = "-", b.m.Neg(f, g.term)
		out.word = func(x uint64) uint64 { return f.Neg(g.word(x)) }
	case 1:
		out.text, out.term = "sqrt", b.m.Sqrt(f, g.term)
		out.word = func(x uint64) uint64 { return f.Sqrt(g.word(x)) }
	case 2:
		mode := Mode(r.IntN(5))
		out.text, out.term = fmt.Sprint("integral ", mode), b.m.Integral(f, mode, g.term)
		out.word = func(x uint64) uint64 { return f.Integral(mode, g.word(x)) }
	case 3:
		to := []Format{{3, 2}, {4, 3}, {5, 9}}[r.IntN(3)]
		out.f, out.text, out.term = to, "to "+to.String(), b.m.Convert(to, f, g.term)
		out.word = func(x uint64) uint64 { return f.Convert(to, g.word(x)) }
	case 4:
		out.text, out.term = "c+", b.m.Add(f, c, g.term)
		out.word = func(x uint64) uint64 { return f.Add(w, g.word(x)) }
	case 5:
		out.text, out.term = "-c", b.m.Sub(f, g.term, c)
		out.word = func(x uint64) uint64 { return f.Sub(g.word(x), w) }
	case 6:
		out.text, out.term = "c-", b.m.Sub(f, c, g.term)
		out.word = func(x uint64) uint64 { return f.Sub(w, g.word(x)) }
	case 7:
		out.text, out.term = "*c", b.m.Mul(f, g.term, c)
		out.word = func(x uint64) uint64 { return f.Mul(g.word(x), w) }
	case 8:
		out.text, out.term = "/c", b.m.Div(f, g.term, c)
		out.word = func(x uint64) uint64 { return f.Div(g.word(x), w) }
	case 9:
		out.text, out.term = "c/", b.m.Div(f, c, g.term)
		out.word = func(x uint64) uint64 { return f.Div(w, g.word(x)) }
	default:
		if h.f != f {
			return g
		}
		type pair struct {
			term func(Format, bitvec.Term, bitvec.Term) bitvec.Term
			word func(x, y uint64) uint64
		}
		p := []pair{{b.m.Add, f.Add}, {b.m.Sub, f.Sub}, {b.m.Mul, f.Mul}, {b.m.Div, f.Div}}[r.IntN(4)]
		out.text, out.term = fmt.Sprintf("op (%s)", h.text), p.term(f, g.term, h.term)
		out.word = func(x uint64) uint64 { return p.word(g.word(x), h.word(x)) }
	}
	out.text = fmt.Sprintf("%s(%s, %#x)", out.text, g.text, w)
	return out
}

// leaf is the variable as it is, or as an integer.
func (b *bench) leaf(r *rand.Rand, f Format) grown {
	n := f.Bits()
	if r.IntN(3) > 0 {
		return grown{f, "x", b.x, func(x uint64) uint64 { return x }}
	}
	to, signed := []Format{{3, 2}, {4, 3}, {5, 9}}[r.IntN(3)], r.IntN(2) == 0
	return grown{to, fmt.Sprintf("int %v as %s", signed, to), b.m.FromInt(to, b.x, n, signed), func(x uint64) uint64 { return to.FromInt(x, n, signed) }}
}

// Comparisons of random expressions of one variable are right for each of its
// values, whatever they became; and comparisons of chains with constants
// became some of the variable.
func TestRewrites(t *testing.T) {
	f := Format{4, 3}
	easy := 0
	for seed := range uint64(some(500)) {
		r := rand.New(rand.NewPCG(5, seed))
		b := newBench(f)
		side := func() grown {
			g := b.leaf(r, f)
			for range r.IntN(4) {
				g = b.grow(r, g, b.leaf(r, f))
			}
			return g
		}
		g, h := side(), side()
		if h.f != g.f || r.IntN(2) == 0 {
			list := specials(g.f)
			w := list[r.IntN(len(list))]
			if r.IntN(2) == 0 {
				w = random(g.f, r)
			}
			h = grown{g.f, "c", b.s.Const(g.f.Bits(), w), func(uint64) uint64 { return w }}
		}
		if r.IntN(2) == 0 {
			g, h = h, g
		}
		before := b.s.Len()
		terms := []bitvec.Term{b.m.Eq(g.f, g.term, h.term), b.m.Lt(g.f, g.term, h.term), b.m.Le(g.f, g.term, h.term),
			b.m.Unordered(g.f, g.term, h.term), g.term, h.term}
		if b.s.Len() < before+50 {
			easy++
		}
		for x := range uint64(1) << f.Bits() {
			p, q := g.word(x), h.word(x)
			want := []uint64{bit(g.f.Equal(p, q)), bit(g.f.Less(p, q)), bit(g.f.Less(p, q) || g.f.Equal(p, q)), bit(g.f.IsNaN(p) || g.f.IsNaN(q)), p, q}
			for i, got := range b.values(terms, x, 0, 0) {
				if got != want[i] {
					t.Fatalf("seed %d, %s: term %d of %s and %s at x = %#x: %#x, want %#x (values %#x and %#x)",
						seed, g.f, i, g.text, h.text, x, got, want[i], p, q)
				}
			}
		}
	}
	if easy < some(500)/3 {
		t.Errorf("only %d comparisons are easy", easy)
	}
}

// Each rewriting finds what it is for, and nothing near it.
func TestRewritesFire(t *testing.T) {
	s := bitvec.NewStore()
	m := New(s)
	f, g := Binary64, Binary32
	x, y, i, j := s.Var("x", 64), s.Var("y", 64), s.Var("i", 32), s.Var("j", 32)
	u, v := s.Var("u", 32), s.Var("v", 32)
	k := func(x float64) bitvec.Term { return s.Const(64, f64(x)) }
	fi, fj := m.FromInt(f, i, 32, true), m.FromInt(f, j, 32, true)
	wu, wv := m.Convert(f, g, u), m.Convert(f, g, v)
	for _, c := range []struct {
		name      string
		got, want bitvec.Term
		differ    bool
	}{
		{"-2x < 9", m.Lt(f, m.Neg(f, m.Mul(f, x, k(2))), k(9)), m.Lt(f, k(-4.5), x), false},
		{"1-x < 0", m.Lt(f, m.Sub(f, k(1), x), k(0)), m.Lt(f, k(1), x), false},
		{"1/x < 1 is no chain", m.Lt(f, m.Div(f, k(1), x), k(1)), m.Lt(f, k(1), x), true},
		{"x*inf is no chain", m.Lt(f, m.Mul(f, x, s.Const(64, f.Inf(false))), k(1)), m.Lt(f, x, k(0)), true},
		{"sqrt(x) == 3", m.Eq(f, m.Sqrt(f, x), k(3)), s.And(m.Le(f, k(9), x), m.Le(f, x, k(9))), true},
		{"x*x < 4", m.Lt(f, m.Mul(f, x, x), k(4)), m.Lt(f, m.Abs(f, x), k(2)), false},
		{"|-x| > 2", m.Lt(f, k(2), m.Abs(f, m.Neg(f, x))), m.Lt(f, k(2), m.Abs(f, x)), false},
		{"x*x == 2", m.Eq(f, m.Mul(f, x, x), k(2)), s.False(), false},
		{"x*y < 4", m.Lt(f, m.Mul(f, x, y), k(4)), m.Lt(f, m.Abs(f, x), k(2)), true},
		{"floor(x) < 3", m.Lt(f, m.Integral(f, Floor, x), k(3)), m.Lt(f, x, k(3)), false},
		{"(double)i < 2.5", m.Lt(f, fi, k(2.5)), s.Sle(i, s.Const(32, 2)), false},
		{"(double)i == 2.5", m.Eq(f, fi, k(2.5)), s.False(), false},
		{"(double)i < (double)j", m.Lt(f, fi, fj), s.Slt(s.SignExtend(1, i), s.SignExtend(1, j)), false},
		{"(double)u < (double)v", m.Lt(f, wu, wv), m.Lt(g, u, v), false},
		{"(float)((double)u*(double)v)", m.Convert(g, f, m.Mul(f, wu, wv)), m.Mul(g, u, v), false},
		{"(float)sqrt((double)u)", m.Convert(g, f, m.Sqrt(f, wu)), m.Sqrt(g, u), false},
		{"x-y < 0", m.Lt(f, m.Sub(f, x, y), k(0)), m.Lt(f, x, y), false},
		{"(int)(double)i", m.ToInt(f, fi, 32), i, false},
		{"x+y and y+x are one number", m.Lt(f, m.Add(f, x, y), m.Add(f, y, x)), s.False(), true},
		{"x / 4", m.Div(f, x, k(4)), m.Mul(f, x, k(0.25)), false},
		{"x / 3", m.Div(f, x, k(3)), m.Mul(f, x, k(1.0/3)), true},
	} {
		if (c.got == c.want) == c.differ {
			t.Errorf("%s: equal %v", c.name, c.got == c.want)
		}
	}
}
