package float

import (
	"math/rand/v2"
	"testing"

	"github.com/riftlab/rift/bitvec"
)

// tiny returns the formats whose operands are gone through.
func tiny() []Format {
	list := []Format{{3, 2}, {4, 2}, {3, 4}}
	if some(1) > 1 {
		list = append(list, Format{3, 5}, Format{4, 3}, Format{5, 2}, Format{5, 3}, Format{4, 5})
	}
	return list
}

// bench evaluates terms over the variables x, y and z.
type bench struct {
	s       *bitvec.Store
	m       *Terms
	x, y, z bitvec.Term
}

func newBench(f Format) *bench {
	s := bitvec.NewStore()
	return &bench{s, New(s), s.Var("x", f.Bits()), s.Var("y", f.Bits()), s.Var("z", f.Bits())}
}

// values evaluates terms under one assignment.
func (b *bench) values(ts []bitvec.Term, x, y, z uint64) []uint64 {
	a := bitvec.NewAssignment()
	n := b.s.Width(b.x)
	a.Set(b.x, bitvec.NewValue(n, x))
	a.Set(b.y, bitvec.NewValue(n, y))
	a.Set(b.z, bitvec.NewValue(n, z))
	e := bitvec.NewTotalEvaluator(b.s, a)
	out := make([]uint64, len(ts))
	for i, t := range ts {
		v, _ := e.Value(t)
		out[i] = v.Uint64()
	}
	return out
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// law is an operation as a term and as words.
type law struct {
	name string
	term func(m *Terms, f Format, x, y, z bitvec.Term) bitvec.Term
	word func(f Format, x, y, z uint64) uint64
}

// unary are the laws of x alone, binary those of x and y.
var (
	unary  = unaryLaws()
	binary = []law{
		{"add", func(m *Terms, f Format, x, y, _ bitvec.Term) bitvec.Term { return m.Add(f, x, y) },
			func(f Format, x, y, _ uint64) uint64 { return f.Add(x, y) }},
		{"sub", func(m *Terms, f Format, x, y, _ bitvec.Term) bitvec.Term { return m.Sub(f, x, y) },
			func(f Format, x, y, _ uint64) uint64 { return f.Sub(x, y) }},
		{"mul", func(m *Terms, f Format, x, y, _ bitvec.Term) bitvec.Term { return m.Mul(f, x, y) },
			func(f Format, x, y, _ uint64) uint64 { return f.Mul(x, y) }},
		{"div", func(m *Terms, f Format, x, y, _ bitvec.Term) bitvec.Term { return m.Div(f, x, y) },
			func(f Format, x, y, _ uint64) uint64 { return f.Div(x, y) }},
		{"eq", func(m *Terms, f Format, x, y, _ bitvec.Term) bitvec.Term { return m.Eq(f, x, y) },
			func(f Format, x, y, _ uint64) uint64 { return bit(f.Equal(x, y)) }},
		{"lt", func(m *Terms, f Format, x, y, _ bitvec.Term) bitvec.Term { return m.Lt(f, x, y) },
			func(f Format, x, y, _ uint64) uint64 { return bit(f.Less(x, y)) }},
		{"le", func(m *Terms, f Format, x, y, _ bitvec.Term) bitvec.Term { return m.Le(f, x, y) },
			func(f Format, x, y, _ uint64) uint64 { return bit(f.Less(x, y) || f.Equal(x, y)) }},
		{"unordered", func(m *Terms, f Format, x, y, _ bitvec.Term) bitvec.Term { return m.Unordered(f, x, y) },
			func(f Format, x, y, _ uint64) uint64 { return bit(f.IsNaN(x) || f.IsNaN(y)) }},
		{"square", func(m *Terms, f Format, x, _, _ bitvec.Term) bitvec.Term { return m.Mul(f, x, x) },
			func(f Format, x, _, _ uint64) uint64 { return f.Mul(x, x) }},
	}
	fma = law{"fma", func(m *Terms, f Format, x, y, z bitvec.Term) bitvec.Term { return m.Fma(f, x, y, z) },
		func(f Format, x, y, z uint64) uint64 { return f.Fma(x, y, z) }}
)

func unaryLaws() []law {
	list := []law{
		{"sqrt", func(m *Terms, f Format, x, _, _ bitvec.Term) bitvec.Term { return m.Sqrt(f, x) },
			func(f Format, x, _, _ uint64) uint64 { return f.Sqrt(x) }},
		{"neg", func(m *Terms, f Format, x, _, _ bitvec.Term) bitvec.Term { return m.Neg(f, x) },
			func(f Format, x, _, _ uint64) uint64 { return f.Neg(x) }},
		{"abs", func(m *Terms, f Format, x, _, _ bitvec.Term) bitvec.Term { return m.Abs(f, x) },
			func(f Format, x, _, _ uint64) uint64 { return x &^ f.signBit() }},
		{"x-x", func(m *Terms, f Format, x, _, _ bitvec.Term) bitvec.Term { return m.Sub(f, x, x) },
			func(f Format, x, _, _ uint64) uint64 { return f.Sub(x, x) }},
	}
	for mode := Rint; mode <= Round; mode++ {
		list = append(list, law{"integral", func(m *Terms, f Format, x, _, _ bitvec.Term) bitvec.Term { return m.Integral(f, mode, x) },
			func(f Format, x, _, _ uint64) uint64 { return f.Integral(mode, x) }})
	}
	for _, n := range []int{4, 8, 16, 32, 64} {
		list = append(list, law{"toint", func(m *Terms, f Format, x, _, _ bitvec.Term) bitvec.Term { return m.ToInt(f, x, n) },
			func(f Format, x, _, _ uint64) uint64 { return f.ToInt(x, n) }})
		list = append(list, law{"tounsigned", func(m *Terms, f Format, x, _, _ bitvec.Term) bitvec.Term { return m.ToUnsigned(f, x, n) },
			func(f Format, x, _, _ uint64) uint64 { return toUnsigned(f, x, n) }})
		for _, signed := range []bool{false, true} {
			list = append(list, law{"fromint", func(m *Terms, f Format, x, _, _ bitvec.Term) bitvec.Term {
				return m.FromInt(f, m.s.Resize(n, signed, x), n, signed)
			}, func(f Format, x, _, _ uint64) uint64 {
				if signed {
					x = uint64(int64(x<<(64-f.Bits())) >> (64 - f.Bits()))
				}
				return f.FromInt(x<<(64-n)>>(64-n), n, signed)
			}})
		}
	}
	for _, to := range []Format{{3, 2}, {3, 8}, {3, 3}, {4, 4}, {5, 10}, {8, 7}, Binary32, Binary64} {
		list = append(list, law{"to " + to.String(), func(m *Terms, f Format, x, _, _ bitvec.Term) bitvec.Term { return m.Convert(to, f, x) },
			func(f Format, x, _, _ uint64) uint64 { return f.Convert(to, x) }})
	}
	return list
}

// toUnsigned is what compiled code does, by the definition of ToUnsigned.
func toUnsigned(f Format, x uint64, n int) uint64 {
	limit := f.FromInt(1<<(n-1), 64, false)
	if f.IsNaN(x) || f.Less(x, limit) || f.IsInf(limit) && !f.IsInf(x) {
		return f.ToInt(x, n)
	}
	mask := ^uint64(0) >> (64 - n)
	return f.ToInt(f.Sub(x, limit), n) ^ 1<<(n-1)&mask
}

// check holds the laws to their words at one point.
func (b *bench) check(t *testing.T, f Format, laws []law, terms []bitvec.Term, x, y, z uint64) {
	t.Helper()
	for i, got := range b.values(terms, x, y, z) {
		if want := laws[i].word(f, x, y, z); got != want {
			t.Fatalf("%s: %s of %#x, %#x, %#x is %#x, want %#x", f, laws[i].name, x, y, z, got, want)
		}
	}
}

func (b *bench) terms(f Format, laws []law) []bitvec.Term {
	var ts []bitvec.Term
	for _, l := range laws {
		ts = append(ts, l.term(b.m, f, b.x, b.y, b.z))
	}
	return ts
}

// Of small formats, all operands.
func TestTermsExhaustively(t *testing.T) {
	for _, f := range tiny() {
		b := newBench(f)
		one, two := b.terms(f, unary), b.terms(f, binary)
		n := uint64(1) << f.Bits()
		for x := range n {
			b.check(t, f, unary, one, x, 0, 0)
			for y := range n {
				b.check(t, f, binary, two, x, y, 0)
			}
		}
	}
}

func TestFmaExhaustively(t *testing.T) {
	formats := []Format{{3, 2}}
	if some(1) > 1 {
		formats = append(formats, Format{3, 3}, Format{4, 2})
	}
	for _, f := range formats {
		b := newBench(f)
		ts := b.terms(f, []law{fma})
		n := uint64(1) << f.Bits()
		for i := range n * n * n {
			b.check(t, f, []law{fma}, ts, i%n, i/n%n, i/n/n)
		}
	}
}

// Of C's formats, special and random operands.
func TestTermsOnC(t *testing.T) {
	for _, f := range []Format{Binary32, Binary64} {
		b := newBench(f)
		all := append(append([]law{fma}, unary...), binary...)
		terms := b.terms(f, all)
		r := rand.New(rand.NewPCG(4, uint64(f.Bits())))
		pairs(f, r, some(500), func(x, y uint64) {
			z := random(f, r)
			if r.IntN(2) == 0 {
				z = f.Mul(x, y) ^ f.signBit() ^ r.Uint64()&3
			}
			b.check(t, f, all, terms, x, y, z)
		})
	}
}
