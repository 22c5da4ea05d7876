// Package expr is what instructions compute: words while their operands are known,
// terms once they depend on an input. It decides nothing and knows no state, so that
// what an operation means can be read, and tested against program.Eval, by itself.
//
// Source: the Expr and ExprBuilder of KLEE (Cadar, Dunbar, Engler, OSDI 2008).
package expr

import (
	"math/bits"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/bitvec/float"
	"github.com/riftlab/rift/program"
)

// Value is what a register holds: the word W, or the term T if that is not 0. A term has
// the width of the kind with which the register is used.
type Value struct {
	W uint64
	T bitvec.Term
}

// Word returns a value that is known.
func Word(w uint64) Value { return Value{W: w} }

// Fit returns the low bits of a term, or the term with zeros above it.
func (s *Builder) Fit(t bitvec.Term, bits int) bitvec.Term {
	if s.Width(t) == bits {
		return t
	}
	return s.Resize(bits, false, t)
}

// Term returns v as a term of the given width.
func (s *Builder) Term(v Value, bits int) bitvec.Term {
	if v.T == 0 {
		return s.Const(bits, v.W)
	}
	return s.Fit(v.T, bits)
}

// Of makes a value of a term, concrete if the term is a constant.
func (s *Builder) Of(t bitvec.Term) Value {
	if w, ok := s.ConstUint64(t); ok {
		return Value{W: w}
	}
	return Value{T: t}
}

// Builder makes values of terms of its store.
type Builder struct {
	*bitvec.Store
	floats *float.Terms
	depths []int32 // of terms; 0 if not known
}

// NewBuilder returns a builder of terms of a store.
func NewBuilder(s *bitvec.Store) *Builder { return &Builder{Store: s, floats: float.New(s)} }

// Bool returns a truth as a value that is known.
func Bool(b bool) Value {
	if b {
		return Value{W: 1}
	}
	return Value{}
}

// Bounds returns limits of the unsigned value of v that need no solver.
func (s *Builder) Bounds(v Value) (lo, hi uint64) {
	if v.T == 0 {
		return v.W, v.W
	}
	if lo, hi, ok := s.Range(v.T); ok {
		return lo, hi
	}
	return 0, program.I64.Mask()
}

// BitLen returns the number of bits that v needs, at least 1.
func BitLen(v uint64) int { return max(bits.Len64(v), 1) }

// Bit returns a truth as a number.
func Bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// NarrowKind returns the low bits of v that a kind has.
func (s *Builder) NarrowKind(v Value, k program.Kind) Value {
	if v.T == 0 {
		return Word(v.W & k.Mask())
	}
	return s.Of(s.Fit(v.T, k.Bits()))
}

// InRange returns lo <= t <= hi.
func (s *Builder) InRange(t bitvec.Term, lo, hi uint64, signed bool) bitvec.Term {
	l, h := s.Const(s.Width(t), lo), s.Const(s.Width(t), hi)
	if l == h {
		return s.Eq(t, l)
	}
	if signed {
		return s.And(s.Sle(l, t), s.Sle(t, h))
	}
	return s.And(s.Ule(l, t), s.Ule(t, h))
}

// Narrow returns the low bits of v.
func (s *Builder) Narrow(v Value, bits int) Value {
	if v.T == 0 {
		return Word(v.W & (1<<bits - 1))
	}
	return s.Of(s.Fit(v.T, bits))
}

// OneOf is the condition that a byte is one of those in list.
func (s *Builder) OneOf(c bitvec.Term, list string) bitvec.Term {
	t := s.False()
	for i := range len(list) {
		t = s.Or(t, s.Eq(c, s.Const(8, uint64(list[i]))))
	}
	return t
}

// Is returns the condition that a byte is w.
func (s *Builder) Is(v Value, w byte) bitvec.Term {
	if v.T == 0 {
		return s.Bool(byte(v.W) == w)
	}
	return s.Eq(v.T, s.Const(8, uint64(w)))
}

// Word64 returns a term of 64 bits.
func (s *Builder) Word64(w uint64) bitvec.Term { return s.Const(64, w) }

// Same returns the condition that two bytes are equal.
func (s *Builder) Same(x, y Value) bitvec.Term { return s.Eq(s.Term(x, 8), s.Term(y, 8)) }
