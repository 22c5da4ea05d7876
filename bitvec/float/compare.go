package float

import "github.com/riftlab/rift/bitvec"

// Unordered returns whether x or y is a NaN.
func (m *Terms) Unordered(f Format, x, y bitvec.Term) bitvec.Term {
	return m.s.Or(m.IsNaN(f, x), m.IsNaN(f, y))
}

// Eq returns x == y, which is false of NaNs.
func (m *Terms) Eq(f Format, x, y bitvec.Term) bitvec.Term {
	return m.compare(equal, f, x, y)
}

// Lt returns x < y.
func (m *Terms) Lt(f Format, x, y bitvec.Term) bitvec.Term {
	return m.compare(less, f, x, y)
}

// Le returns x <= y.
func (m *Terms) Le(f Format, x, y bitvec.Term) bitvec.Term {
	return m.compare(lessEqual, f, x, y)
}

type relation int

const (
	equal relation = iota
	less
	lessEqual
)

func (m *Terms) compare(rel relation, f Format, x, y bitvec.Term) bitvec.Term {
	if t := bitvec.Term(0); t != 0 {
		return t
	}
	return m.compareWords(rel, f, x, y)
}

// compareWords decides on the bits: numbers compare as sign and magnitude.
func (m *Terms) compareWords(rel relation, f Format, x, y bitvec.Term) bitvec.Term {
	s := m.s
	n := f.Bits() - 1
	ordered := s.Not(m.Unordered(f, x, y))
	zero := s.Const(n, 0)
	mx, my := s.Extract(n-1, 0, x), s.Extract(n-1, 0, y)
	nx, ny := s.Bit(x, n), s.Bit(y, n)
	zeros := s.And(s.Eq(mx, zero), s.Eq(my, zero))
	same := s.Or(s.Eq(x, y), zeros)
	if rel == equal {
		return s.And(ordered, same)
	}
	below := s.Ite(nx, s.Or(s.Not(ny), s.Ult(my, mx)), s.And(s.Not(ny), s.Ult(mx, my)))
	below = s.And(below, s.Not(zeros))
	if rel == lessEqual {
		below = s.Or(below, same)
	}
	return s.And(ordered, below)
}
