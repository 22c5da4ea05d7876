package float

import "github.com/riftlab/rift/bitvec"

// Add returns x + y.
func (m *Terms) Add(f Format, x, y bitvec.Term) bitvec.Term {
	return m.make(request{op: opAdd, f: f, a: x, b: y}, m.sum)
}

// Sub returns x - y.
func (m *Terms) Sub(f Format, x, y bitvec.Term) bitvec.Term {
	return m.make(request{op: opSub, f: f, a: x, b: y}, m.sum)
}

// sum aligns the smaller operand to the larger, with guard, round and sticky
// bits, adds or subtracts, and normalises. Sums of subnormal size are exact.
func (m *Terms) sum(r request) bitvec.Term {
	if t := m.easySum(r); t != 0 {
		return t
	}
	s, f := m.s, r.f
	a, b := m.parts(f, r.a), m.parts(f, r.b)
	if r.op == opSub {
		b.sign = s.Not(b.sign)
	}
	// x + y and y + x differ in NaNs only: the rest is one circuit.
	number := bitvec.Term(0)
	if r.op == opAdd && r.b < r.a {
		number = m.addMagnitudes(f, r.b, r.a, b, a)
	} else {
		number = m.addMagnitudes(f, r.a, r.b, a, b)
	}
	both := s.And(a.inf, b.inf)
	t := s.Ite(b.inf, m.inf(f, b.sign), number)
	t = s.Ite(a.inf, m.inf(f, a.sign), t)
	t = s.Ite(s.And(both, s.Xor(a.sign, b.sign)), m.indefinite(f), t)
	t = s.Ite(b.nan, m.quiet(f, r.b), t)
	return s.Ite(a.nan, m.quiet(f, r.a), t)
}

func (m *Terms) addMagnitudes(f Format, x, y bitvec.Term, a, b parts) bitvec.Term {
	s := m.s
	n := f.Bits() - 2
	swap := s.Ult(s.Extract(n, 0, x), s.Extract(n, 0, y))
	pick := func(p, q bitvec.Term) (bitvec.Term, bitvec.Term) { return s.Ite(swap, q, p), s.Ite(swap, p, q) }
	large, small := pick(m.significand(a), m.significand(b))
	exp, low := pick(m.effective(f, a), m.effective(f, b))
	sign, _ := pick(a.sign, b.sign)
	minus := s.Xor(a.sign, b.sign)

	w := f.precision() + 3
	large = s.Concat(large, s.Const(3, 0))
	small = m.shiftRight(s.Concat(small, s.Const(3, 0)), s.Sub(exp, low))
	sig := m.addOrSubtract(s.ZeroExtend(1, large), s.ZeroExtend(1, small), minus)
	zero := s.Eq(sig, s.Const(w+1, 0))
	sig, count := m.normalise(sig, exp)
	ew := max(f.Exp, s.Width(count)) + 1
	field := s.Sub(s.Add(m.signed(exp, ew), s.Const(ew, 1)), m.signed(count, ew))
	field = s.Ite(s.Bit(sig, w), s.Extract(f.Exp-1, 0, field), s.Const(f.Exp, 0))
	magnitude := m.nearest(field, sig, f.Frac)
	over := s.Eq(field, s.Const(f.Exp, uint64(f.top())))
	magnitude = s.Ite(over, s.Const(f.Bits()-1, f.Inf(false)), magnitude)
	return s.Concat(s.Ite(zero, s.And(a.sign, b.sign), sign), magnitude)
}

// addOrSubtract returns x + y, or x - y if minus, with one adder.
func (m *Terms) addOrSubtract(x, y, minus bitvec.Term) bitvec.Term {
	s := m.s
	w := s.Width(x)
	y = s.Xor(y, s.SignExtend(w-1, minus))
	return s.Extract(w, 1, s.Add(s.Concat(x, s.Const(1, 1)), s.Concat(y, minus)))
}

// easySum finds sums that need no adder:
//
//	x + -0, x - +0 -> x, made quiet
//	x + +0, x - -0 -> the same, but +0 for -0
//	x - x          -> +0, and a NaN for what is not finite
func (m *Terms) easySum(r request) bitvec.Term {
	s, f := m.s, r.f
	x, y := r.a, r.b
	if r.op == opAdd && !m.isConst(y) {
		x, y = y, x
	}
	w, ok := s.ConstUint64(y)
	switch {
	case ok && f.isZero(w):
		if f.Negative(w) == (r.op == opAdd) {
			return m.quieted(f, x)
		}
		return s.Ite(s.Eq(x, s.Const(f.Bits(), f.signBit())), s.Const(f.Bits(), 0), m.quieted(f, x))
	case r.op == opSub && x == y:
		p := m.parts(f, x)
		return s.Ite(p.nan, m.quiet(f, x), s.Ite(p.inf, m.indefinite(f), s.Const(f.Bits(), 0)))
	}
	return 0
}

func (m *Terms) isConst(t bitvec.Term) bool {
	_, ok := m.s.ConstUint64(t)
	return ok
}

// quieted returns x, made quiet if it is a NaN. Results of operations are.
func (m *Terms) quieted(f Format, x bitvec.Term) bitvec.Term {
	if r, ok := m.origin(f, x); ok && r.op != opNeg {
		return x
	}
	return m.s.Ite(m.parts(f, x).nan, m.quiet(f, x), x)
}
