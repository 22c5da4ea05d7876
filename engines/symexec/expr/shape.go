package expr

import (
	"math/bits"

	"github.com/riftlab/rift/bitvec"
)

// Choose returns values[(rel-first)/step] for a rel known to be one of those.
func (s *Builder) Choose(rel bitvec.Term, values []bitvec.Term, first, step uint64) bitvec.Term {
	shift := bits.TrailingZeros64(step)
	base := first >> shift
	last := base + uint64(len(values)) - 1
	var pick func(lo uint64, width int) bitvec.Term
	pick = func(lo uint64, width int) bitvec.Term {
		if width == 0 {
			return values[min(max(lo, base), last)-base]
		}
		half := uint64(1) << (width - 1)
		if lo+half > last {
			return pick(lo, width-1)
		}
		if lo+half <= base {
			return pick(lo+half, width-1)
		}
		low, high := pick(lo, width-1), pick(lo+half, width-1)
		if low == high {
			return low
		}
		return s.Ite(s.Bit(rel, shift+width-1), high, low)
	}
	return pick(0, bits.Len64(last))
}

// Narrowest returns the condition that a comparison is true, or false, by the
// narrowest margin: a < b that a+1 == b, a >= b that a == b.
func (s *Builder) Narrowest(cond bitvec.Term, taken bool) (bitvec.Term, bool) {
	if s.Kind(cond) == bitvec.KindNot {
		cond, taken = s.Arg(cond, 0), !taken
	}
	if k := s.Kind(cond); k != bitvec.KindUlt && k != bitvec.KindSlt {
		return 0, false
	}
	a, b := s.Arg(cond, 0), s.Arg(cond, 1)
	if taken {
		a = s.Add(a, s.Const(s.Width(a), 1))
	}
	return s.Eq(a, b), true
}

// maxLeavesOfAddress bounds the objects that a pointer made of choices is known
// to point to without a question.
const maxLeavesOfAddress = 32

// FewValues reports whether a term is a choice between a few constants, with a
// constant added perhaps.
func (s *Builder) FewValues(t bitvec.Term) bool {
	left := maxLeavesOfAddress
	var few func(t bitvec.Term) bool
	few = func(t bitvec.Term) bool {
		switch left--; {
		case left < 0:
			return false
		case s.Kind(t) == bitvec.KindConst:
			return true
		case s.Kind(t) == bitvec.KindIte:
			return few(s.Arg(t, 1)) && few(s.Arg(t, 2))
		case s.Kind(t) == bitvec.KindAdd:
			a, b := s.Arg(t, 0), s.Arg(t, 1)
			if s.Kind(a) != bitvec.KindConst {
				a, b = b, a
			}
			return s.Kind(a) == bitvec.KindConst && few(b)
		}
		return false
	}
	return few(t)
}

// Depth returns the depth of a term; what it is made of was asked for before,
// but for a few operations.
func (s *Builder) Depth(t bitvec.Term) int32 {
	if n := s.Len(); len(s.depths) < n {
		n += n / 2
		s.depths = append(s.depths, make([]int32, n-len(s.depths))...)
	}
	d := s.depths[t]
	if d == 0 {
		for i := range s.NumArgs(t) {
			d = max(d, s.Depth(s.Arg(t, i)))
		}
		d++
		s.depths[t] = d
	}
	return d
}
