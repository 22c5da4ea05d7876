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

// compared is a comparison that was made.
type compared struct {
	rel  relation
	f    Format
	x, y bitvec.Term
}

func (m *Terms) compare(rel relation, f Format, x, y bitvec.Term) bitvec.Term {
	key := compared{rel, f, x, y}
	t, ok := m.compared[key]
	if !ok {
		if t = m.easyCompare(rel, f, x, y); t == 0 {
			t = m.compareWords(rel, f, x, y)
		}
		m.compared[key] = t
	}
	return t
}

// easyCompare finds comparisons of other things than the words:
//
//	chain c, c chain         -> c1 <= x <= c2   see chain.go
//	(int as f), (int as f)   -> of the integers, where they are exact
//	widen x, widen y         -> x, y
//	-x, -y                   -> y, x
//	x - y, 0 and x + -y, 0   -> x, y   but not of the same infinities
func (m *Terms) easyCompare(rel relation, f Format, x, y bitvec.Term) bitvec.Term {
	if t := m.compareZero(rel, f, x, y); t != 0 {
		return t
	}
	if w, ok := m.s.ConstUint64(y); ok {
		return m.compareConstant(rel, f, x, w, false)
	}
	if w, ok := m.s.ConstUint64(x); ok {
		return m.compareConstant(rel, f, y, w, true)
	}
	if t := m.compareIntegers(rel, f, x, y); t != 0 {
		return t
	}
	p, okx := m.origin(f, x)
	q, oky := m.origin(f, y)
	if !okx || !oky || p.op != q.op {
		return 0
	}
	switch {
	case p.op == opNeg:
		return m.compare(rel, f, q.a, p.a)
	case p.op == opConvert && p.from == q.from && p.from.widens(f):
		return m.compare(rel, p.from, p.a, q.a)
	}
	return 0
}

func (m *Terms) compareIntegers(rel relation, f Format, x, y bitvec.Term) bitvec.Term {
	a, signedA, wa, ok := m.integer(f, x)
	if !ok {
		return 0
	}
	b, signedB, wb, ok := m.integer(f, y)
	if !ok {
		return 0
	}
	s := m.s
	w := max(wa, wb) + 1
	a, b = s.Resize(w, signedA, a), s.Resize(w, signedB, b)
	switch rel {
	case equal:
		return s.Eq(a, b)
	case less:
		return s.Slt(a, b)
	}
	return s.Sle(a, b)
}

// compareZero compares a difference with 0. Since there are subnormal numbers,
// it is 0 only of equals.
func (m *Terms) compareZero(rel relation, f Format, x, y bitvec.Term) bitvec.Term {
	s := m.s
	turned := false
	if w, ok := s.ConstUint64(x); ok && f.isZero(w) {
		x, turned = y, true
	} else if w, ok := s.ConstUint64(y); !ok || !f.isZero(w) {
		return 0
	}
	r, ok := m.origin(f, x)
	if !ok || r.op != opAdd && r.op != opSub {
		return 0
	}
	a, b := r.a, r.b
	if m.isConst(a) || m.isConst(b) {
		return 0 // a chain
	}
	if r.op == opAdd {
		b = m.Neg(f, b)
	}
	if turned {
		a, b = b, a
	}
	t := m.compare(rel, f, a, b)
	if rel == less {
		return t
	}
	return s.And(t, s.Not(s.And(m.parts(f, a).inf, s.Eq(a, b))))
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
