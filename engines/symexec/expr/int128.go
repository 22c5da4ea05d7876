package expr

import (
	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/program"
)

// Int128 is an __int128: both words as values.
type Int128 struct{ Lo, Hi Value }

// Term128 returns a number as a term of 128 bits.
func (s *Builder) Term128(x Int128) bitvec.Term {
	return s.Concat(s.Term(x.Hi, 64), s.Term(x.Lo, 64))
}

// From128 takes a term of 128 bits apart.
func (s *Builder) From128(t bitvec.Term) Int128 {
	return Int128{s.Of(s.Extract(63, 0, t)), s.Of(s.Extract(127, 64, t))}
}

// Compare128 returns the comparison that a wide operation is.
func (s *Builder) Compare128(k program.WideKind, a, b Int128) Value {
	x, y := s.Term128(a), s.Term128(b)
	switch k {
	case program.I128Eq:
		return s.Of(s.Eq(x, y))
	case program.I128ULt:
		return s.Of(s.Ult(x, y))
	case program.I128ULe:
		return s.Of(s.Ule(x, y))
	case program.I128SLt:
		return s.Of(s.Slt(x, y))
	case program.I128SLe:
		return s.Of(s.Sle(x, y))
	}
	panic("expr: bad wide operation")
}
