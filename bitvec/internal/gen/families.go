package gen

import (
	"fmt"
	"math/rand/v2"

	"github.com/riftlab/rift/bitvec"
)

// Instance is one benchmark formula.
type Instance struct {
	Family string
	Name   string
	Build  func(s *bitvec.Store) []bitvec.Term
}

// maker builds the i-th instance of its kind; instances get harder with i.
type maker struct {
	name  string
	build func(b *builder, i int) []bitvec.Term
}

// Families returns n instances of each of the families parser (path
// conditions of parsers and string code), arithmetic and equivalence.
func Families(n int) []Instance {
	var all []Instance
	for _, f := range []struct {
		name   string
		makers []maker
	}{{"parser", parsers}, {"arithmetic", arithmetic}, {"equivalence", equivalences}} {
		for i := range n {
			m := f.makers[i%len(f.makers)]
			round := i / len(f.makers)
			all = append(all, Instance{f.name, fmt.Sprintf("%s-%s-%d", f.name, m.name, round), func(s *bitvec.Store) []bitvec.Term {
				return m.build(newBuilder(s, uint64(i)), round)
			}})
		}
	}
	return all
}

// builder is a store with shorthands.
type builder struct {
	*bitvec.Store
	rng *rand.Rand
}

type term = bitvec.Term

func newBuilder(s *bitvec.Store, seed uint64) *builder {
	return &builder{s, rand.New(rand.NewPCG(3, seed))}
}

func (b *builder) bytes(n int) []term {
	bs := make([]term, n)
	for i := range bs {
		bs[i] = b.Var(fmt.Sprintf("in%d", i), 8)
	}
	return bs
}

func (b *builder) between(lo, hi byte, x term) term {
	return b.And(b.Ule(b.Const(8, uint64(lo)), x), b.Ule(x, b.Const(8, uint64(hi))))
}

func (b *builder) is(x term, c byte) term { return b.Eq(x, b.Const(8, uint64(c))) }

// num extends a byte to a word of 32 bits, as C's promotion does.
func (b *builder) num(x term) term { return b.ZeroExtend(24, x) }

func (b *builder) k(w int, v uint64) term { return b.Const(w, v) }

// load joins bytes, the first lowest.
func (b *builder) load(bs ...term) term {
	w := bs[0]
	for _, x := range bs[1:] {
		w = b.Concat(x, w)
	}
	return w
}

// table returns an array of 256 bytes with the elements of f.
func (b *builder) table(f func(c int) byte) term {
	t := b.ArrayVar("table", 8, 8)
	for c := range 256 {
		t = b.Store.Store(t, b.k(8, uint64(c)), b.k(8, uint64(f(c))))
	}
	return t
}

// class is a table of character classes.
func class(c int) byte {
	switch {
	case c >= '0' && c <= '9':
		return 1
	case c >= 'a' && c <= 'z':
		return 2
	case c >= 'A' && c <= 'Z':
		return 4
	case c == ' ' || c == '\t' || c == '\n':
		return 8
	}
	return 0
}

// decimal returns the value of digits in w bits, and that they are digits.
func (b *builder) decimal(w int, ds []term) (v term, cs []term) {
	v = b.k(w, 0)
	for _, d := range ds {
		cs = append(cs, b.between('0', '9', d))
		v = b.Add(b.Mul(v, b.k(w, 10)), b.ZeroExtend(w-8, b.Sub(d, b.k(8, '0'))))
	}
	return v, cs
}

var parsers = []maker{
	{"decimal", func(b *builder, i int) []term {
		n := 4 + i%7
		v, cs := b.decimal(32, b.bytes(n))
		target := uint64(b.rng.Uint32()) % pow10(min(n, 9))
		return append(cs, b.Eq(v, b.k(32, target)))
	}},
	{"overflow", func(b *builder, i int) []term {
		// The parsed number is beyond its limit although each step was checked.
		ds := b.bytes(3 + i%8)
		v := b.k(32, 0)
		var cs []term
		for _, d := range ds {
			cs = append(cs, b.between('0', '9', d), b.Ule(v, b.k(32, 429496728)))
			v = b.Add(b.Mul(v, b.k(32, 10)), b.num(b.Sub(d, b.k(8, '0'))))
		}
		return append(cs, b.Ult(v, b.k(32, uint64(i))), b.Not(b.is(ds[0], '0')))
	}},
	{"keyword", func(b *builder, i int) []term {
		word := "interaction-of-changes-in-evolving"[:4+i*2]
		in := b.bytes(len(word) + 1)
		lower := b.table(func(c int) byte {
			if c >= 'A' && c <= 'Z' {
				return byte(c + 32)
			}
			return byte(c)
		})
		var cs []term
		for j := range word {
			cs = append(cs, b.Eq(b.Select(lower, in[j]), b.k(8, uint64(word[j]))))
		}
		cs = append(cs, b.is(in[len(word)], 0))
		if i%2 == 1 { // not the same as in lower case, and no upper case letter
			same := b.True()
			for j := range word {
				same = b.And(same, b.is(in[j], word[j]))
				cs = append(cs, b.Not(b.between('A', 'Z', in[j])))
			}
			cs = append(cs, b.Not(same))
		}
		return cs
	}},
	{"token", func(b *builder, i int) []term {
		// Skip blanks, read an identifier, find it followed by a digit run.
		n := 8 + 4*i
		in := b.bytes(n)
		classes := b.table(class)
		state := b.k(8, 0)
		var cs []term
		for j := range n {
			c := b.Select(classes, in[j])
			isDigit, isAlpha, isBlank := b.Eq(c, b.k(8, 1)), b.Not(b.Eq(b.And(c, b.k(8, 6)), b.k(8, 0))), b.Eq(c, b.k(8, 8))
			s0, s1 := b.Eq(state, b.k(8, 0)), b.Eq(state, b.k(8, 1))
			next := b.Ite(s0, b.Ite(isBlank, b.k(8, 0), b.Ite(isAlpha, b.k(8, 1), b.k(8, 9))),
				b.Ite(s1, b.Ite(isAlpha, b.k(8, 1), b.Ite(isDigit, b.k(8, 2), b.k(8, 9))),
					b.Ite(isDigit, state, b.k(8, 9))))
			state = next
		}
		cs = append(cs, b.Eq(state, b.k(8, 2)))
		if i%2 == 1 {
			cs = append(cs, b.Eq(b.Select(classes, in[n-1]), b.k(8, 2)))
		}
		return cs
	}},
	{"header", func(b *builder, i int) []term {
		// A magic number, a length, and an additive checksum over the rest.
		n := 8 + 2*i
		in := b.bytes(n + 8)
		magic := b.load(in[0], in[1], in[2], in[3])
		length := b.load(in[4], in[5])
		sum := b.k(16, 0)
		for _, x := range in[8:] {
			sum = b.Add(sum, b.ZeroExtend(8, x))
		}
		cs := []term{
			b.Eq(magic, b.k(32, 0x464c457f)),
			b.Eq(b.ZeroExtend(16, length), b.k(32, uint64(n))),
			b.Eq(b.load(in[6], in[7]), sum),
			b.Ult(b.k(16, 250), sum),
			b.Eq(b.Or(b.Shl(b.num(in[8]), b.k(32, 8)), b.num(in[9])), b.k(32, 0x1234)),
		}
		if i%2 == 1 {
			cs = append(cs, b.Ult(b.LShr(magic, b.k(32, 24)), b.k(32, 0x40)))
		}
		return cs
	}},
	{"hash", func(b *builder, i int) []term {
		n := 3 + i/2
		h := b.k(32, 5381)
		var cs []term
		for _, x := range b.bytes(n) {
			cs = append(cs, b.between('a', 'z', x))
			h = b.Add(b.Mul(h, b.k(32, 33)), b.num(x))
		}
		return append(cs, b.Eq(b.And(h, b.k(32, 0xff)), b.k(32, uint64(i*7%256))), b.Eq(b.URem(h, b.k(32, 101)), b.k(32, uint64(i))))
	}},
	{"copy", func(b *builder, i int) []term {
		// Write bytes at symbolic places of a buffer and read them back.
		n := 3 + i
		buf := b.ArrayVar("memory", 32, 8)
		in := b.bytes(n)
		at := b.k(32, 0)
		for j, x := range in {
			buf = b.Store.Store(buf, at, x)
			at = b.Add(at, b.Ite(b.is(x, '\\'), b.k(32, 2), b.k(32, 1)))
			if j%3 == 2 {
				at = b.Add(at, b.k(32, 1))
			}
		}
		cs := []term{b.Ult(at, b.k(32, uint64(n+n/3+2))), b.is(b.Select(buf, b.Sub(at, b.k(32, 1))), in2(n))}
		for _, x := range in {
			cs = append(cs, b.Not(b.is(x, 0)))
		}
		return cs
	}},
	{"signed", func(b *builder, i int) []term {
		// char is signed: the classic index below zero.
		in := b.bytes(4 + i)
		var cs []term
		for _, x := range in {
			wide := b.SignExtend(24, x)
			cs = append(cs, b.Slt(wide, b.k(32, 'a'+uint64(i%20))), b.Sle(b.Neg(b.k(32, 1)), wide))
		}
		sum := b.k(32, 0)
		for _, x := range in {
			sum = b.Add(sum, b.SignExtend(24, x))
		}
		return append(cs, b.Slt(sum, b.Neg(b.k(32, uint64(len(in)-i%2)))))
	}},
}

func in2(n int) byte { return byte('a' + n%26) }

func pow10(n int) uint64 {
	p := uint64(1)
	for range n {
		p *= 10
	}
	return p
}
