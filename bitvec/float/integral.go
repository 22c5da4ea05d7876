package float

import "github.com/riftlab/rift/bitvec"

// Integral rounds x to an integer of its format.
func (m *Terms) Integral(f Format, mode Mode, x bitvec.Term) bitvec.Term {
	return m.make(request{op: opIntegral, f: f, mode: mode, a: x}, m.integral)
}

// integral works on the word: the last bit of the integral part is one bit of
// it, and what is added there carries into the exponent.
func (m *Terms) integral(r request) bitvec.Term {
	s, f, x := m.s, r.f, r.a
	if o, ok := m.origin(f, x); ok && (o.op == opFromInt || o.op == opIntegral) {
		return x
	}
	p := m.parts(f, x)
	w := f.Bits() - 1
	bias := uint64(f.bias())
	one := s.Const(w, bias<<f.Frac)
	bits := s.Extract(w-1, 0, x)
	// From 1 to the last exponent with a fraction: unit is the bit worth 1.
	place := s.Sub(s.Const(f.Exp, bias+uint64(f.Frac)), p.exp)
	unit := s.Shl(s.Const(w, 1), s.Resize(w, false, place))
	below := s.Sub(unit, s.Const(w, 1))
	lost := s.And(bits, below)
	whole := s.And(bits, s.Not(below))
	half := s.LShr(unit, s.Const(w, 1))
	up := m.roundsUp(r.mode, p.sign, s.RedOr(lost), s.RedOr(s.And(bits, half)),
		s.RedOr(s.And(bits, s.LShr(below, s.Const(w, 1)))), s.RedOr(s.And(bits, unit)))
	t := s.Ite(up, s.Add(whole, unit), whole)
	// Below 1 there are two results.
	halves := s.Eq(p.exp, s.Const(f.Exp, bias-1))
	up = m.roundsUp(r.mode, p.sign, s.Not(p.zero), halves, s.RedOr(p.frac), s.False())
	t = s.Ite(s.Ult(p.exp, s.Const(f.Exp, bias)), s.Ite(up, one, s.Const(w, 0)), t)
	if e := bias + uint64(f.Frac); e < uint64(f.top()) {
		t = s.Ite(s.Ult(p.exp, s.Const(f.Exp, e)), t, bits)
	}
	t = s.Concat(p.sign, s.Ite(p.inf, bits, t))
	return s.Ite(p.nan, m.quiet(f, x), t)
}

// roundsUp returns whether the magnitude grows: lost says that anything is
// lost, half and rest that the first lost bit and the others are set, odd that
// the last one kept is.
func (m *Terms) roundsUp(mode Mode, sign, lost, half, rest, odd bitvec.Term) bitvec.Term {
	s := m.s
	switch mode {
	case Rint:
		return s.And(half, s.Or(rest, odd))
	case Floor:
		return s.And(sign, lost)
	case Ceil:
		return s.And(s.Not(sign), lost)
	case Round:
		return half
	}
	return s.False()
}
