package float

import (
	"math/bits"

	"github.com/riftlab/rift/bitvec"
)

// Convert returns the number of the format to that is nearest to x.
func (m *Terms) Convert(to, from Format, x bitvec.Term) bitvec.Term {
	if to == from {
		return x
	}
	return m.make(request{op: opConvert, f: to, from: from, a: x}, m.convert)
}

func (m *Terms) convert(r request) bitvec.Term {
	if t := m.easyConvert(r); t != 0 {
		return t
	}
	s, f, g := m.s, r.f, r.from
	p := m.parts(g, r.a)
	d := f.bias() - g.bias()
	n := g.normalBounds()
	lim := bounds{n.lo + d, n.hi + d}
	w := max(lim.width(f), n.width(g))
	var sig, exp bitvec.Term
	if lim.lo+g.Frac-1 < -f.Frac-1 { // all subnormals of g round to zero
		lim.lo += g.Frac - 1
		sig, exp = m.significand(p), m.signed(m.effective(g, p), w)
	} else {
		sig, exp = m.normal(g, p, w)
	}
	exp = s.Add(exp, s.Const(w, uint64(d)))
	t := m.round(f, p.sign, exp, sig, lim)
	t = s.Ite(p.zero, s.Concat(p.sign, s.Const(f.Bits()-1, 0)), t)
	t = s.Ite(p.inf, m.inf(f, p.sign), t)
	payload := p.frac
	if f.Frac >= g.Frac {
		payload = s.Concat(payload, s.Const(f.Frac-g.Frac+1, 0))
		payload = s.Extract(f.Frac, 1, payload)
	} else {
		payload = s.Extract(g.Frac-1, g.Frac-f.Frac, payload)
	}
	nan := m.quiet(f, s.Concat(p.sign, s.Concat(s.Const(f.Exp, uint64(f.top())), payload)))
	return s.Ite(p.nan, nan, t)
}

// easyConvert finds conversions without circuits, where g contains f and has
// at least twice the precision and two bits more, so that rounding twice is
// rounding once:
//
//	narrow (widen x)              -> x, made quiet
//	narrow (widen x op widen y)   -> x op y   for + - * /
//	narrow (sqrt (widen x))       -> sqrt x
//	narrow (integral (widen x))   -> integral x
//	narrow (-x)                   -> -(narrow x)  where the latter is easy
//	(int as g) as f               -> int as f     where the first is exact
//
// Source: S. Figueroa, "When is double rounding innocuous?", SIGNUM
// Newsletter 30(3), 1995.
func (m *Terms) easyConvert(r request) bitvec.Term {
	f, g := r.f, r.from
	o, ok := m.origin(g, r.a)
	switch {
	case !ok:
		return 0
	case o.op == opFromInt && m.exact(o):
		return m.FromInt(f, o.a, o.width, o.signed)
	case !f.widens(g):
		return 0
	}
	if x, ok := m.narrowed(f, g, r.a); ok {
		return m.quieted(f, x)
	}
	x, okx := m.narrowed(f, g, o.a)
	if !okx {
		return 0
	}
	switch o.op {
	case opNeg:
		return m.Neg(f, m.quieted(f, x))
	case opIntegral:
		return m.Integral(f, o.mode, x)
	}
	if g.precision() < 2*f.precision()+2 {
		return 0
	}
	if o.op == opSqrt {
		return m.Sqrt(f, x)
	}
	y, oky := m.narrowed(f, g, o.b)
	if !oky {
		return 0
	}
	switch o.op {
	case opAdd:
		return m.Add(f, x, y)
	case opSub:
		return m.Sub(f, x, y)
	case opMul:
		return m.Mul(f, x, y)
	case opDiv:
		return m.Div(f, x, y)
	}
	return 0
}

// narrowed returns the number of f that t of g was made of: by Convert, or as
// a constant.
func (m *Terms) narrowed(f, g Format, t bitvec.Term) (bitvec.Term, bool) {
	if t == 0 {
		return 0, false
	}
	if w, ok := m.s.ConstUint64(t); ok {
		n := g.Convert(f, w)
		return m.s.Const(f.Bits(), n), f.Convert(g, n) == w
	}
	o, ok := m.origin(g, t)
	return o.a, ok && o.op == opConvert && o.from == f
}

// exact reports whether the integer that o converts fits the precision.
func (m *Terms) exact(o request) bool {
	n, negative := m.significant(o)
	if negative {
		n-- // the most negative one is a power of two
	}
	return n <= o.f.precision() && n < o.f.top()-o.f.bias()
}

// significant returns the bits that hold an integer, and whether it may be
// negative.
func (m *Terms) significant(o request) (n int, negative bool) {
	if _, hi, ok := m.s.Range(o.a); ok && (!o.signed || hi>>(o.width-1) == 0) {
		return max(bits.Len64(hi), 1), false
	}
	if o.signed && m.s.Kind(o.a) == bitvec.KindSExt {
		return m.s.Width(m.s.Arg(o.a, 0)), true
	}
	return o.width, o.signed
}

// FromInt returns the number nearest to the integer x, of the given width in
// bits, at most 64.
func (m *Terms) FromInt(f Format, x bitvec.Term, width int, signed bool) bitvec.Term {
	return m.make(request{op: opFromInt, f: f, a: x, width: width, signed: signed}, m.fromInt)
}

func (m *Terms) fromInt(r request) bitvec.Term {
	s, f := m.s, r.f
	n, negative := m.significant(r)
	sign, x := s.False(), r.a
	if negative {
		sign = s.Bit(x, r.width-1)
		x = s.Ite(sign, s.Neg(x), x)
	}
	x = s.Extract(n-1, 0, x)
	sig, count := m.normalise(x, 0)
	lim := bounds{f.bias(), f.bias() + n - 1}
	w := max(lim.width(f), s.Width(count)+1)
	exp := s.Sub(s.Const(w, uint64(f.bias()+n-1)), m.signed(count, w))
	t := m.round(f, sign, exp, m.leading(sig), lim)
	return s.Ite(s.Eq(x, s.Const(n, 0)), s.Const(f.Bits(), 0), t)
}

// ToInt returns x truncated to a signed integer of the given width in bits, at
// most 64; of a NaN, and where that does not fit, the least such integer.
func (m *Terms) ToInt(f Format, x bitvec.Term, width int) bitvec.Term {
	return m.make(request{op: opToInt, f: f, a: x, width: width}, m.toInt)
}

func (m *Terms) toInt(r request) bitvec.Term {
	s := m.s
	if x, signed, w, ok := m.integer(r.f, r.a); ok {
		if w < r.width || w == r.width && signed {
			return s.Resize(r.width, signed, x)
		}
	}
	p := m.parts(r.f, r.a)
	magnitude := m.magnitude(r.f, p, r.width)
	least := s.Const(r.width, 1<<(r.width-1))
	number := s.Ite(p.sign, s.Neg(magnitude), magnitude)
	return s.Ite(m.reaches(r.f, p, r.width-1), least, number)
}

// ToUnsigned returns x truncated to an unsigned integer of the given width as
// compiled code computes it: of numbers from 2^(width-1), less that, it adds it
// to the signed conversion.
func (m *Terms) ToUnsigned(f Format, x bitvec.Term, width int) bitvec.Term {
	s := m.s
	p := m.parts(f, x)
	large := s.Ite(m.reaches(f, p, width), s.Const(width, 0), m.magnitude(f, p, width))
	return s.Ite(s.And(m.reaches(f, p, width-1), s.Not(s.Or(p.sign, p.nan))), large, m.ToInt(f, x, width))
}

// reaches returns whether the magnitude is 2^power or more, or NaN.
func (m *Terms) reaches(f Format, p parts, power int) bitvec.Term {
	e := f.bias() + power
	if e >= f.top() {
		return m.s.Or(p.nan, p.inf)
	}
	return m.s.Not(m.s.Ult(p.exp, m.s.Const(f.Exp, uint64(e))))
}

// magnitude returns the integral part of a number below 2^width.
func (m *Terms) magnitude(f Format, p parts, width int) bitvec.Term {
	s := m.s
	// The significand, its leading one on top of the integer, goes right.
	x := s.Concat(s.True(), p.frac)
	if n := s.Width(x); n < width {
		x = s.Concat(x, s.Const(width-n, 0))
	} else {
		x = s.Extract(n-1, n-width, x)
	}
	w := max(width, f.Exp+1)
	amount := s.Sub(s.Const(w, uint64(f.bias()+width-1)), m.signed(p.exp, w))
	return s.Extract(width-1, 0, s.LShr(m.signed(x, w), amount))
}

// integer returns the integer that t is, converted without loss.
func (m *Terms) integer(f Format, t bitvec.Term) (x bitvec.Term, signed bool, width int, ok bool) {
	for {
		o, found := m.origin(f, t)
		switch {
		case !found:
			return 0, false, 0, false
		case o.op == opFromInt:
			return o.a, o.signed, o.width, m.exact(o)
		case o.op == opConvert && o.from.widens(f):
			f, t = o.from, o.a
		default:
			return 0, false, 0, false
		}
	}
}
