package float

import "github.com/riftlab/rift/bitvec"

// Fma returns x * y + z, rounded once.
func (m *Terms) Fma(f Format, x, y, z bitvec.Term) bitvec.Term {
	return m.make(request{op: opFma, f: f, a: x, b: y, c: z}, m.fma)
}

// fma adds the exact product and z, both normalised to twice the precision.
func (m *Terms) fma(r request) bitvec.Term {
	s, f := m.s, r.f
	a, b, c := m.parts(f, r.a), m.parts(f, r.b), m.parts(f, r.c)
	sign := s.Xor(a.sign, b.sign)
	pe, ps, lim := m.multiply(f, a, b)
	n := f.normalBounds()
	lim.lo = min(lim.lo, n.lo) - 2*f.precision() - 3 // cancellation
	lim.hi = max(lim.hi, n.hi) + 1
	w := lim.width(f)
	pe = s.Resize(w, true, pe)
	zs, ze := m.normal(f, c, w)
	zs = s.Concat(zs, s.Const(f.precision(), 0))

	none, zero := s.Or(a.zero, b.zero), c.zero
	number := m.addNormal(f, lim, [2]wide{{sign, pe, ps}, {c.sign, ze, zs}}, zero)
	t := s.Ite(none, s.Ite(zero, s.Concat(s.And(sign, c.sign), s.Const(f.Bits()-1, 0)), r.c), number)
	t = s.Ite(c.inf, r.c, t)
	inf := s.Or(a.inf, b.inf)
	t = s.Ite(inf, m.inf(f, sign), t)
	invalid := s.Or(s.And(a.zero, b.inf), s.And(a.inf, b.zero))
	invalid = s.Or(invalid, s.Conj(inf, c.inf, s.Xor(sign, c.sign)))
	t = s.Ite(invalid, m.indefinite(f), t)
	t = s.Ite(c.nan, m.quiet(f, r.c), t)
	t = s.Ite(b.nan, m.quiet(f, r.b), t)
	return s.Ite(a.nan, m.quiet(f, r.a), t)
}

// wide is a number other than 0 with the leading one of sig on top.
type wide struct{ sign, exp, sig bitvec.Term }

// addNormal returns the sum of two numbers, rounded; or x[0] alone.
func (m *Terms) addNormal(f Format, lim bounds, x [2]wide, alone bitvec.Term) bitvec.Term {
	s := m.s
	below := s.Or(s.Slt(x[0].exp, x[1].exp), s.And(s.Eq(x[0].exp, x[1].exp), s.Ult(x[0].sig, x[1].sig)))
	swap := s.And(below, s.Not(alone))
	pick := func(a, b bitvec.Term) (bitvec.Term, bitvec.Term) { return s.Ite(swap, b, a), s.Ite(swap, a, b) }
	large, small := pick(x[0].sig, x[1].sig)
	exp, low := pick(x[0].exp, x[1].exp)
	sign, _ := pick(x[0].sign, x[1].sign)
	ew := s.Width(exp)

	n := s.Width(large) + 3
	large, small = s.Concat(large, s.Const(3, 0)), s.Concat(small, s.Const(3, 0))
	small = m.shiftRight(small, s.Sub(exp, low))
	small = s.Ite(alone, s.Const(n, 0), small)
	minus := s.Xor(x[0].sign, x[1].sign)
	sig := m.addOrSubtract(s.ZeroExtend(1, large), s.ZeroExtend(1, small), s.And(minus, s.Not(alone)))
	zero := s.Eq(sig, s.Const(n+1, 0))
	sig, count := m.normalise(sig, 0)
	exp = s.Sub(s.Add(exp, s.Const(ew, 1)), m.signed(count, ew))
	return s.Ite(zero, s.Const(f.Bits(), 0), m.round(f, sign, exp, sig, lim))
}
