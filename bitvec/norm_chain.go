package bitvec

// Chains of comparisons of one term with constants, joined by And.

// bound is a comparison of x with a constant, as an interval lo..hi of x that
// makes it true; or, when not is set, as the interval that makes it false.
// Signed intervals are of x with its sign bit complemented.
type bound struct {
	x      Term
	lo, hi uint64
	signed bool
	not    bool // x is outside lo..hi
	point  bool // an equality: fits signed and unsigned intervals alike
}

// boundOf reads t as a bound. An interval that reaches an end is never
// negated, so not is only set for disequalities.
func (s *Store) boundOf(t Term) (bound, bool) {
	inner, negated := s.notOf(t)
	if negated {
		t = inner
	}
	n := &s.nodes[t]
	x, y := n.args[0], n.args[1]
	w := s.Width(x)
	if n.kind != KindEq && n.kind != KindUlt && n.kind != KindSlt || s.IsArray(x) || w > 64 {
		return bound{}, false
	}
	top := ones64(uint(w))
	flip := uint64(0)
	if n.kind == KindSlt {
		flip = 1 << uint(w-1)
	}
	c, right := s.ConstUint64(y)
	d, left := s.ConstUint64(x)
	switch {
	case right && n.kind == KindEq:
		return bound{x: x, lo: c, hi: c, not: negated, point: true}, true
	case right: // x < c
		c ^= flip
		if negated {
			return bound{x: x, lo: c, hi: top, signed: flip != 0}, true
		}
		return bound{x: x, hi: c - 1, signed: flip != 0}, c > 0
	case left: // d < y
		d ^= flip
		if negated {
			return bound{x: y, hi: d, signed: flip != 0}, true
		}
		return bound{x: y, lo: d + 1, hi: top, signed: flip != 0}, d < top
	}
	return bound{}, false
}

// andCompare:
//
//	and/bounds  p & q   -> false, p, q or one comparison
//	and/nested  p & (q & r) -> false, q & r or p & r   by and/bounds on p, q
//
// where p and q compare the same term with constants.
func (s *Store) andCompare(a, b Term) Term {
	if p, ok := s.boundOf(a); ok {
		if q, ok := s.boundOf(b); ok {
			if t := s.meet(a, b, p, q); t != 0 {
				return s.fired(ruleAndBounds, t)
			}
			return 0
		}
		return s.andNested(a, p, b)
	}
	if q, ok := s.boundOf(b); ok {
		return s.andNested(b, q, a)
	}
	return 0
}

func (s *Store) andNested(a Term, p bound, b Term) Term {
	n := s.nodes[b]
	if n.kind != KindAnd {
		return 0
	}
	for i, x := range n.args[:2] {
		q, ok := s.boundOf(x)
		if !ok {
			continue
		}
		switch t := s.meet(a, x, p, q); {
		case t == 0:
		case t == x:
			return s.fired(ruleAndNested, b)
		default:
			return s.fired(ruleAndNested, s.And(t, n.args[1-i]))
		}
	}
	return 0
}

// meet returns the conjunction of the bounds p of a and q of b if it is one
// comparison or a constant.
func (s *Store) meet(a, b Term, p, q bound) Term {
	if p.x != q.x {
		return 0
	}
	w := uint(s.Width(p.x))
	if !p.point && !q.point && p.signed != q.signed {
		return 0
	}
	signed := p.signed || q.signed
	if signed {
		p, q = p.flipped(w), q.flipped(w)
	}
	if p.not && q.not {
		return 0
	}
	if p.not {
		a, b, p, q = b, a, q, p
	}
	if q.not {
		return s.meetNot(a, b, p, q, signed)
	}
	lo, hi := max(p.lo, q.lo), min(p.hi, q.hi)
	switch {
	case lo > hi:
		return s.False()
	case lo == p.lo && hi == p.hi:
		return a
	case lo == q.lo && hi == q.hi:
		return b
	case lo == hi:
		return s.Eq(p.x, s.Const(int(w), lo^signBit(w, signed)))
	}
	return 0
}

func signBit(w uint, signed bool) uint64 {
	if signed {
		return 1 << (w - 1)
	}
	return 0
}

// flipped returns an equality as a signed interval.
func (p bound) flipped(w uint) bound {
	if p.point && !p.signed {
		p.lo ^= 1 << (w - 1)
		p.hi, p.signed = p.lo, true
	}
	return p
}

// meetNot joins an interval p with a disequality q.
func (s *Store) meetNot(a, b Term, p, q bound, signed bool) Term {
	c := q.lo
	w := uint(s.Width(p.x))
	switch {
	case c < p.lo || c > p.hi:
		return a
	case p.lo == p.hi:
		return s.False()
	case c == p.lo && p.hi == ones64(w):
		return s.less(signed, s.Const(int(w), c^signBit(w, signed)), p.x)
	case c == p.hi && p.lo == 0:
		return s.less(signed, p.x, s.Const(int(w), c^signBit(w, signed)))
	}
	return 0
}

func (s *Store) less(signed bool, a, b Term) Term {
	if signed {
		return s.Slt(a, b)
	}
	return s.Ult(a, b)
}
