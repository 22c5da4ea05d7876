package regver

import (
	"strings"

	"github.com/riftlab/rift/bitvec"
)

// tables knows the formulas that depend on one byte, or less, by their truth tables:
// formulas of one table become one term. So the comparisons of a character with ranges,
// those with single characters and the arithmetic of a function of ctype.h are the same
// formula, and what is done under them is done on the same condition.
//
// It is sweeping with a proof that costs 256 evaluations: Kuehlmann, Krohm, "Equivalence
// checking using cuts and heaps", DAC 1997.
type tables struct {
	s     *bitvec.Store
	memo  map[bitvec.Term]*column
	first map[string]bitvec.Term // by byte and table, formulas that do not hold for 0
	inner map[bitvec.Term]bitvec.Term
}

// column lists the values of a term by those of the term that it depends on.
type column struct {
	of     bitvec.Term // 0 for a constant, whose only value is the first
	values []uint64
}

func newTables(s *bitvec.Store) *tables {
	return &tables{s: s, memo: map[bitvec.Term]*column{}, first: map[string]bitvec.Term{}, inner: map[bitvec.Term]bitvec.Term{}}
}

// Bounds of the terms that are looked into.
const (
	maxColumns     = 20_000
	maxColumnDepth = 40
)

// canonical returns the formula that stands for all that are equal to one and depend
// on a byte alone; the formula itself if it depends on more.
func (b *tables) canonical(t bitvec.Term) bitvec.Term {
	s := b.s
	if s.Width(t) != 1 || s.Kind(t) == bitvec.KindConst {
		return t
	}
	c := b.column(t, 0)
	if c == nil || c.of == 0 {
		return t
	}
	negative := c.values[0] == 1
	var key strings.Builder
	key.WriteString(packed([]bitvec.Term{c.of}))
	for _, v := range c.values {
		key.WriteByte(byte(v&1 ^ c.values[0]&1))
	}
	k := key.String()
	if !strings.Contains(k[4:], "\x01") {
		return s.Bool(negative)
	}
	u, ok := b.first[k]
	if !ok {
		if u = t; negative {
			u = s.Not(t)
		}
		b.first[k] = u
	}
	if negative {
		return s.Not(u)
	}
	return u
}

// maxInner bounds the choices between values that comparisons are taken into.
const maxInner = 24

// compared returns a comparison of a choice with a constant as the choice between
// comparisons of what is chosen from: results of functions that say true in different
// ways are the same where they are looked at as truth values.
func (b *tables) compared(t bitvec.Term, depth int) bitvec.Term {
	s := b.s
	if s.Width(t) != 1 || depth > maxInner {
		return t
	}
	if u, ok := b.inner[t]; ok {
		return u
	}
	u := t
	switch k := s.Kind(t); k {
	case bitvec.KindNot:
		u = s.Not(b.compared(s.Arg(t, 0), depth))
	case bitvec.KindEq, bitvec.KindUlt, bitvec.KindSlt:
		x, y := s.Arg(t, 0), s.Arg(t, 1)
		of := x
		if s.Kind(x) == bitvec.KindConst {
			of = y
		} else if s.Kind(y) != bitvec.KindConst {
			break
		}
		if s.Kind(of) != bitvec.KindIte {
			break
		}
		make := func(v bitvec.Term) bitvec.Term {
			p, q := x, y
			if of == x {
				p = v
			} else {
				q = v
			}
			switch k {
			case bitvec.KindEq:
				v = s.Eq(p, q)
			case bitvec.KindUlt:
				v = s.Ult(p, q)
			default:
				v = s.Slt(p, q)
			}
			return b.compared(v, depth+1)
		}
		u = s.Ite(s.Arg(of, 0), make(s.Arg(of, 1)), make(s.Arg(of, 2)))
	}
	u = b.canonical(u)
	b.inner[t] = u
	return u
}

// known reports whether a formula depends on a byte alone.
func (b *tables) known(t bitvec.Term) bool {
	c := b.column(t, 0)
	return c != nil && c.of != 0
}

// column returns the values of a term; nil if it depends on more than one byte.
func (b *tables) column(t bitvec.Term, depth int) *column {
	if c, ok := b.memo[t]; ok {
		return c
	}
	if depth > maxColumnDepth || len(b.memo) > maxColumns {
		return nil
	}
	c := b.fold(t, depth)
	if w := b.s.Width(t); c == nil && !b.s.IsArray(t) && w > 1 && w <= 8 {
		c = &column{of: t, values: make([]uint64, 1<<w)}
		for i := range c.values {
			c.values[i] = uint64(i)
		}
	}
	b.memo[t] = c
	return c
}

func (b *tables) fold(t bitvec.Term, depth int) *column {
	s := b.s
	if s.IsArray(t) || s.Width(t) > 64 {
		return nil
	}
	if v, ok := s.ConstUint64(t); ok {
		return &column{values: []uint64{v}}
	}
	switch s.Kind(t) {
	case bitvec.KindVar, bitvec.KindSelect:
		return nil
	}
	var args [3]*column
	of, n := bitvec.Term(0), 1
	for i := range s.NumArgs(t) {
		a := b.column(s.Arg(t, i), depth+1)
		if a == nil || of != 0 && a.of != 0 && a.of != of {
			return nil
		}
		if args[i] = a; a.of != 0 {
			of, n = a.of, len(a.values)
		}
	}
	c := &column{of: of, values: make([]uint64, n)}
	for k := range c.values {
		var operands [3]uint64
		for i, a := range args {
			switch {
			case a == nil:
			case a.of == 0:
				operands[i] = a.values[0]
			default:
				operands[i] = a.values[k]
			}
		}
		v, ok := s.Fold(t, operands)
		if !ok {
			return nil
		}
		c.values[k] = v
	}
	return c
}
