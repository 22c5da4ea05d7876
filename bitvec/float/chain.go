package float

import "github.com/riftlab/rift/bitvec"

// Rounding is monotone, and so are the operations with one operand that is not
// constant: adding a constant, multiplying by one, conversions, square root,
// roundings; magnitudes and squares are so
// on either side of 0. The numbers whose image lies in an interval are then an interval
// themselves, found by bisection, and comparing the result of a chain of such
// operations with a constant needs no circuit: it becomes a comparison of what
// the chain starts from with constants.

// interval is a set of numbers of a format, or of integers, by their keys, both
// included; empty if lo > hi. It never separates the two zeros.
type interval struct{ lo, hi uint64 }

var nothing = interval{1, 0}

// link is a monotone function of the operand arg of the request.
type link struct {
	request
	arg      bitvec.Term
	constant uint64 // the other operand
	second   bool   // arg is operand b, and the constant a
	square   bool   // arg is the magnitude of both operands
	falling  bool
	domain   domain
	least    uint64 // first key with a value; before it there are NaNs
}

// domain is what a term ranges over: numbers of f, or integers.
type domain struct {
	f      Format
	width  int // of integers, else 0
	signed bool
}

// all returns the interval of everything but NaNs.
func (d domain) all() interval {
	if d.width > 0 {
		return interval{0, ^uint64(0) >> (64 - d.width)}
	}
	return interval{d.f.key(d.f.Inf(true)), d.f.key(d.f.Inf(false))}
}

// word returns what has the key k.
func (d domain) word(k uint64) uint64 {
	switch {
	case d.width == 0:
		return d.f.keyed(k)
	case d.signed:
		return k ^ 1<<(d.width-1)
	}
	return k
}

// image returns the key of the function's value at the key k.
func (l *link) image(k uint64) uint64 {
	a, b := l.domain.word(k), l.constant
	switch {
	case l.square:
		b = a
	case l.second:
		a, b = b, a
	}
	return l.f.key(l.apply(a, b, 0))
}

// preimage returns what the function takes into v.
func (l *link) preimage(v interval) interval {
	above := func(k uint64) bool { return l.image(k) >= v.lo }
	beyond := func(k uint64) bool { return l.image(k) > v.hi }
	if l.falling {
		above, beyond = func(k uint64) bool { return l.image(k) <= v.hi }, func(k uint64) bool { return l.image(k) < v.lo }
	}
	all := l.domain.all()
	lo, ok := first(max(l.least, all.lo), all.hi, above)
	if !ok {
		return nothing
	}
	hi, ok := first(lo, all.hi, beyond)
	switch {
	case !ok:
		return interval{lo, all.hi}
	case hi == lo:
		return nothing
	}
	return interval{lo, hi - 1}
}

// first returns the first number of lo..hi from which on holds is true, if
// there is one.
func first(lo, hi uint64, holds func(uint64) bool) (uint64, bool) {
	if !holds(hi) {
		return 0, false
	}
	for lo < hi {
		mid := lo + (hi-lo)/2
		if holds(mid) {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return lo, true
}

// link returns how t, of format f, is a monotone function.
func (m *Terms) link(f Format, t bitvec.Term) (*link, bool) {
	r, ok := m.origin(f, t)
	if !ok {
		return nil, false
	}
	l := &link{request: r, arg: r.a, domain: domain{f: f}}
	switch r.op {
	case opNeg:
		l.falling = true
		return l, true
	case opIntegral:
		return l, true
	case opSqrt:
		l.least = f.key(f.signBit())
		return l, true
	case opConvert:
		l.domain.f = r.from
		return l, true
	case opFromInt:
		l.domain = domain{width: r.width, signed: r.signed}
		return l, true
	case opAdd, opSub, opMul, opDiv:
		if r.op == opMul && r.a == r.b {
			l.arg, l.square, l.least = m.Abs(f, r.a), true, f.key(0)
			return l, true
		}
		return l, m.linkConstant(l)
	}
	return nil, false
}

// linkConstant completes l of two operands, of which one must be a constant
// with which no number gives a NaN.
func (m *Terms) linkConstant(l *link) bool {
	f := l.f
	w, ok := m.s.ConstUint64(l.b)
	if !ok {
		if w, ok = m.s.ConstUint64(l.a); !ok || l.op == opDiv {
			return false
		}
		l.arg, l.second = l.b, true
	}
	l.constant = w
	if f.IsNaN(w) || f.IsInf(w) {
		return false
	}
	switch l.op {
	case opSub:
		l.falling = l.second
	case opMul, opDiv:
		l.falling = f.Negative(w)
		return !f.isZero(w)
	}
	return true
}

// related returns the interval of x with x rel c, or c rel x when turned.
func (f Format) related(rel relation, c uint64, turned bool) interval {
	v := domain{f: f}.all()
	lo, hi := f.key(c), f.key(c)
	if f.isZero(c) {
		lo, hi = f.key(f.signBit()), f.key(0)
	}
	switch {
	case rel == equal:
		v = interval{lo, hi}
	case rel == less && turned:
		v.lo = hi + 1
	case rel == less:
		v.hi = lo - 1
	case turned:
		v.lo = lo
	default:
		v.hi = hi
	}
	if v.lo > v.hi {
		return nothing
	}
	return v
}

// compareConstant returns x rel c, or c rel x when turned.
func (m *Terms) compareConstant(rel relation, f Format, x bitvec.Term, c uint64, turned bool) bitvec.Term {
	if f.IsNaN(c) {
		return m.s.False()
	}
	return m.in(domain{f: f}, x, f.related(rel, c, turned))
}

// in returns whether x lies in v, said of what the chain of x starts from.
func (m *Terms) in(d domain, x bitvec.Term, v interval) bitvec.Term {
	if v.lo > v.hi {
		return m.s.False()
	}
	if d.width > 0 {
		return m.within(d, x, v)
	}
	f := d.f
	if y, ok := m.magnitudeOf(f, x); ok {
		if v.lo = max(v.lo, f.key(0)); v.lo > v.hi {
			return m.s.False()
		}
		below := interval{f.key(f.Neg(f.keyed(v.hi))), f.key(f.Neg(f.keyed(v.lo)))}
		if v.lo == f.key(0) {
			return m.in(d, y, interval{below.lo, v.hi})
		}
		return m.s.Or(m.in(d, y, v), m.in(d, y, below))
	}
	if l, ok := m.link(f, x); ok {
		return m.in(l.domain, l.arg, l.preimage(v))
	}
	return m.within(d, x, v)
}

// magnitudeOf returns y if t is y without its sign, as Abs makes it and as C
// code that masks the sign does.
func (m *Terms) magnitudeOf(f Format, t bitvec.Term) (y bitvec.Term, ok bool) {
	s := m.s
	if s.Kind(t) != bitvec.KindConcat {
		return 0, false
	}
	rest := s.Arg(t, 1)
	if s.Arg(t, 0) != s.False() || s.Kind(rest) != bitvec.KindExtract || s.Width(rest) != f.Bits()-1 {
		return 0, false
	}
	_, lo := s.ExtractBounds(rest)
	y = s.Arg(rest, 0)
	return y, lo == 0 && s.Width(y) == f.Bits()
}

// within returns whether x lies in v.
func (m *Terms) within(d domain, x bitvec.Term, v interval) bitvec.Term {
	s, w := m.s, m.s.Width(x)
	between := func(lo, hi uint64) bitvec.Term {
		if lo == hi {
			return s.Eq(x, s.Const(w, lo))
		}
		return s.And(s.Ule(s.Const(w, lo), x), s.Ule(x, s.Const(w, hi)))
	}
	lo, hi := d.word(v.lo), d.word(v.hi)
	switch {
	case d.width > 0 && d.signed:
		if lo == hi {
			return s.Eq(x, s.Const(w, lo))
		}
		return s.And(s.Sle(s.Const(w, lo), x), s.Sle(x, s.Const(w, hi)))
	case d.width > 0 || !d.f.Negative(lo):
		return between(lo, hi)
	case d.f.Negative(hi):
		return between(hi, lo)
	}
	return s.Or(s.Ule(x, s.Const(w, hi)), between(d.f.signBit(), lo))
}
