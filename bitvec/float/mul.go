package float

import "github.com/riftlab/rift/bitvec"

// Mul returns x * y.
func (m *Terms) Mul(f Format, x, y bitvec.Term) bitvec.Term {
	return m.make(request{op: opMul, f: f, a: x, b: y}, m.product)
}

// Div returns x / y.
func (m *Terms) Div(f Format, x, y bitvec.Term) bitvec.Term {
	return m.make(request{op: opDiv, f: f, a: x, b: y}, m.quotient)
}

func (m *Terms) product(r request) bitvec.Term {
	if t := m.easyProduct(r); t != 0 {
		return t
	}
	s, f := m.s, r.f
	a, b := m.parts(f, r.a), m.parts(f, r.b)
	sign := s.Xor(a.sign, b.sign)
	exp, sig, lim := m.multiply(f, a, b)
	t := m.round(f, sign, exp, sig, lim)
	t = s.Ite(s.Or(a.zero, b.zero), s.Concat(sign, s.Const(f.Bits()-1, 0)), t)
	t = s.Ite(s.Or(a.inf, b.inf), m.inf(f, sign), t)
	return m.invalid(r, a, b, s.Or(s.And(a.zero, b.inf), s.And(a.inf, b.zero)), t)
}

// invalid puts what is NaN over the result t of a and b.
func (m *Terms) invalid(r request, a, b parts, invalid, t bitvec.Term) bitvec.Term {
	s, f := m.s, r.f
	t = s.Ite(invalid, m.indefinite(f), t)
	t = s.Ite(b.nan, m.quiet(f, r.b), t)
	return s.Ite(a.nan, m.quiet(f, r.a), t)
}

// multiply returns the exact product of numbers other than 0: twice the
// precision, with the leading one on top.
func (m *Terms) multiply(f Format, a, b parts) (exp, sig bitvec.Term, lim bounds) {
	s := m.s
	n := f.normalBounds()
	lim = bounds{2*n.lo - f.bias(), 2*n.hi - f.bias() + 1}
	w, p := lim.width(f), f.precision()
	ma, ea := m.normal(f, a, w)
	mb, eb := m.normal(f, b, w)
	sig = s.Mul(s.ZeroExtend(p, ma), s.ZeroExtend(p, mb))
	top := s.Bit(sig, 2*p-1)
	sig = s.Ite(top, sig, s.Concat(s.Extract(2*p-2, 0, sig), s.Const(1, 0)))
	exp = s.Sub(s.Add(ea, eb), s.Const(w, uint64(f.bias())))
	return s.Add(exp, m.signed(top, w)), sig, lim
}

// easyProduct finds products and quotients by constants that are easy:
//
//	x * 1, x / 1   -> x, made quiet
//	x * -1, x / -1 -> -x; of a NaN, that made quiet
//	x / 2^k        -> x * 2^-k   where that is a normal number
func (m *Terms) easyProduct(r request) bitvec.Term {
	s, f := m.s, r.f
	x, y := r.a, r.b
	if r.op == opMul && !m.isConst(y) {
		x, y = y, x
	}
	w, ok := s.ConstUint64(y)
	if !ok {
		return 0
	}
	one := uint64(f.bias()) << f.Frac
	switch {
	case w == one:
		return m.quieted(f, x)
	case w == one|f.signBit():
		q := m.quieted(f, x)
		return s.Ite(m.IsNaN(f, x), q, m.Neg(f, q))
	case r.op == opMul || w&(1<<f.Frac-1) != 0:
		return 0
	}
	e := int(w >> f.Frac & uint64(f.top()))
	if back := 2*f.bias() - e; e > 0 && back > 0 && back < f.top() {
		return m.Mul(f, x, s.Const(f.Bits(), f.zero(f.Negative(w))|uint64(back)<<f.Frac))
	}
	return 0
}

func (m *Terms) quotient(r request) bitvec.Term {
	if t := m.easyProduct(r); t != 0 {
		return t
	}
	s, f := m.s, r.f
	a, b := m.parts(f, r.a), m.parts(f, r.b)
	sign := s.Xor(a.sign, b.sign)
	n := f.normalBounds()
	lim := bounds{n.lo - n.hi + f.bias() - 1, n.hi - n.lo + f.bias()}
	w, p := lim.width(f), f.precision()
	ma, ea := m.normal(f, a, w)
	mb, eb := m.normal(f, b, w)
	q, rest := m.divide(ma, mb, p+2)
	top := s.Bit(q, p+1)
	q = s.Concat(q, rest)
	q = s.Ite(top, q, s.Concat(s.Extract(p+1, 0, q), s.Const(1, 0)))
	exp := s.Add(s.Sub(ea, eb), s.Const(w, uint64(f.bias())))
	exp = s.Sub(exp, m.signed(s.Not(top), w))
	t := m.round(f, sign, exp, q, lim)
	t = s.Ite(s.Or(a.zero, b.inf), s.Concat(sign, s.Const(f.Bits()-1, 0)), t)
	t = s.Ite(s.Or(a.inf, b.zero), m.inf(f, sign), t)
	return m.invalid(r, a, b, s.Or(s.And(a.zero, b.zero), s.And(a.inf, b.inf)), t)
}

// divide returns the n first bits of x / y, of which the first is the integer
// part, by restoring division, and whether something is left. x < 2y, and the
// top bit of y is set.
func (m *Terms) divide(x, y bitvec.Term, n int) (q, rest bitvec.Term) {
	s := m.s
	p := s.Width(x)
	x, y = s.ZeroExtend(1, x), s.ZeroExtend(1, y)
	for i := range n {
		diff := m.addOrSubtract(x, y, s.True())
		take := s.Not(s.Bit(diff, p))
		x = s.Ite(take, diff, x)
		if i == 0 {
			q = take
		} else {
			q = s.Concat(q, take)
		}
		if i+1 < n {
			x = s.Concat(s.Extract(p-1, 0, x), s.Const(1, 0))
		}
	}
	return q, s.RedOr(x)
}

// Sqrt returns the square root of x.
func (m *Terms) Sqrt(f Format, x bitvec.Term) bitvec.Term {
	return m.make(request{op: opSqrt, f: f, a: x}, m.root)
}

func (m *Terms) root(r request) bitvec.Term {
	s, f := m.s, r.f
	a := m.parts(f, r.a)
	n := f.normalBounds()
	w, p := n.width(f), f.precision()
	sig, exp := m.normal(f, a, w)
	// An odd power of two goes into the significand.
	e := s.Sub(exp, s.Const(w, uint64(f.bias())))
	odd := s.Bit(e, 0)
	sig = s.Ite(odd, s.Concat(sig, s.Const(1, 0)), s.ZeroExtend(1, sig))
	half := s.Add(s.SignExtend(1, s.Extract(w-1, 1, e)), s.Const(w, uint64(f.bias())))
	q, rest := m.digits(sig, p+1)
	lim := bounds{(n.lo-f.bias()-1)/2 + f.bias(), (n.hi-f.bias())/2 + f.bias()}
	t := m.round(f, s.False(), half, s.Concat(q, rest), lim)
	t = s.Ite(a.inf, r.a, t)
	t = s.Ite(a.sign, m.indefinite(f), t)
	t = s.Ite(a.zero, r.a, t)
	return s.Ite(a.nan, m.quiet(f, r.a), t)
}

// digits returns the n first bits of the square root of x, an even number of
// bits of which the two uppermost, a digit to the base 4, are not both 0, and
// whether something is left.
func (m *Terms) digits(x bitvec.Term, n int) (q, rest bitvec.Term) {
	s := m.s
	xw := s.Width(x)
	left := s.Const(1, 0)
	for i := range n {
		// Bring two more bits down; try 2q+1 at this place.
		next := s.Const(2, 0)
		if hi := xw - 1 - 2*i; hi >= 1 {
			next = s.Extract(hi, hi-1, x)
		} else if hi == 0 {
			next = s.Concat(s.Bit(x, 0), s.Const(1, 0))
		}
		left = s.Concat(left, next)
		w := s.Width(left)
		try := s.Const(w, 1)
		if q != 0 {
			try = s.Resize(w, false, s.Concat(q, s.Const(2, 1)))
		}
		diff := m.addOrSubtract(left, try, s.True())
		take := s.Not(s.Bit(diff, w-1))
		left = s.Ite(take, diff, left)
		if q == 0 {
			q = take
		} else {
			q = s.Concat(q, take)
		}
		// What is left is at most 2q, one bit more than q has.
		if keep := i + 3; s.Width(left) > keep {
			left = s.Extract(keep-1, 0, left)
		}
	}
	return q, s.RedOr(left)
}
