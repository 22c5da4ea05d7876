package float

import "github.com/riftlab/rift/bitvec"

// bounds are what an exponent is known to be between, both included.
type bounds struct{ lo, hi int }

// width returns the bits that hold exponents in b, the limits of the format
// and differences between them, as signed numbers.
func (b bounds) width(f Format) int {
	return 1 + signedWidth(min(b.lo, -f.Frac-2), max(b.hi, f.top()+1))
}

// signed returns the unsigned t as a number of w bits; t is narrower.
func (m *Terms) signed(t bitvec.Term, w int) bitvec.Term { return m.s.Resize(w, false, t) }

// round packs a number whose significand sig has its leading one on top, with
// at least the precision; the value of that bit is 2^(exp - bias). What is
// exact but too long keeps its lost bits in the last one, as sticky. exp is
// signed and within b.
func (m *Terms) round(f Format, sign, exp, sig bitvec.Term, b bounds) bitvec.Term {
	s := m.s
	p, ew := f.precision(), s.Width(exp)
	sig = m.trim(sig, p+2)
	top := s.True()
	if b.lo < 1 { // the result may be subnormal
		tiny := s.Slt(exp, s.Const(ew, 1))
		amount := s.Ite(tiny, s.Sub(s.Const(ew, 1), exp), s.Const(ew, 0))
		sig = m.shiftRight(sig, amount)
		top = s.Not(tiny)
	}
	field := s.Ite(top, s.Extract(f.Exp-1, 0, exp), s.Const(f.Exp, 0))
	magnitude := m.nearest(field, sig, f.Frac)
	if b.hi >= f.top() {
		over := s.Not(s.Slt(exp, s.Const(ew, uint64(f.top()))))
		magnitude = s.Ite(over, s.Const(f.Bits()-1, f.Inf(false)), magnitude)
	}
	return s.Concat(sign, magnitude)
}

// nearest rounds a significand to frac bits below its leading bit, which is
// dropped; a carry goes into the exponent.
func (m *Terms) nearest(exp, sig bitvec.Term, frac int) bitvec.Term {
	s := m.s
	w := s.Width(sig)
	packed := s.Concat(exp, s.Extract(w-2, w-1-frac, sig))
	guard, rest := s.Bit(sig, w-2-frac), s.RedOr(s.Extract(w-3-frac, 0, sig))
	up := s.And(guard, s.Or(rest, s.Bit(packed, 0)))
	return s.Add(packed, m.signed(up, s.Width(packed)))
}

// trim makes sig w bits wide: with zeros below, or with what does not fit in
// the last bit.
func (m *Terms) trim(sig bitvec.Term, w int) bitvec.Term {
	s := m.s
	switch n := s.Width(sig); {
	case n < w:
		return s.Concat(sig, s.Const(w-n, 0))
	case n > w:
		return s.Concat(s.Extract(n-1, n-w+1, sig), s.RedOr(s.Extract(n-w, 0, sig)))
	}
	return sig
}

// stages returns how many bits an amount below n has.
func stages(n int) int {
	k := 0
	for 1<<k < n {
		k++
	}
	return k
}

// shiftRight shifts x by the unsigned amount; ones that leave it stay in the
// last bit, as sticky.
func (m *Terms) shiftRight(x, amount bitvec.Term) bitvec.Term {
	s := m.s
	w, aw := s.Width(x), s.Width(amount)
	k := min(stages(w), aw)
	for i := range k {
		n := 1 << i
		lost := s.RedOr(s.Extract(n, 0, x))
		moved := s.Concat(s.Const(n, 0), lost)
		if n+1 < w {
			moved = s.Concat(s.Const(n, 0), s.Concat(s.Extract(w-1, n+1, x), lost))
		}
		x = s.Ite(s.Bit(amount, i), moved, x)
	}
	if k < aw {
		far := s.RedOr(s.Extract(aw-1, k, amount))
		x = s.Ite(far, m.signed(s.RedOr(x), w), x)
	}
	return x
}

// normalise shifts x left until its leading one is on top, by count; zero
// stays zero. With limit, it shifts no further than that.
func (m *Terms) normalise(x, limit bitvec.Term) (y, count bitvec.Term) {
	s := m.s
	w := s.Width(x)
	k := stages(w)
	// While the limit's bits are those of the count, the limit binds; once the
	// count falls below, it does not any more.
	free := s.True()
	if limit != 0 {
		free = s.False()
		if lw := s.Width(limit); lw > k {
			free = s.RedOr(s.Extract(lw-1, k, limit))
		}
	}
	for i := k - 1; i >= 0; i-- {
		n := 1 << i
		take := s.Eq(s.Extract(w-1, w-n, x), s.Const(n, 0))
		if limit != 0 {
			bit := s.False()
			if i < s.Width(limit) {
				bit = s.Bit(limit, i)
			}
			clear := take
			take = s.And(clear, s.Or(free, bit))
			free = s.Or(free, s.And(bit, s.Not(clear)))
		}
		x = s.Ite(take, s.Concat(s.Extract(w-n-1, 0, x), s.Const(n, 0)), x)
		if count == 0 {
			count = take
		} else {
			count = s.Concat(count, take)
		}
	}
	if count == 0 {
		count = s.False()
	}
	return x, count
}

// normal returns significand and effective exponent of a number, which is
// finite and not zero, with the leading one on top; the exponent is signed and w
// bits wide.
func (m *Terms) normal(f Format, p parts, w int) (sig, exp bitvec.Term) {
	sig, count := m.normalise(m.significand(p), 0)
	return m.leading(sig), m.s.Sub(m.signed(m.effective(f, p), w), m.signed(count, w))
}

// leading returns sig with its top bit set, as it is when something is: a bit
// that is known is worth more to what is built on it than one that is right of
// zero, too.
func (m *Terms) leading(sig bitvec.Term) bitvec.Term {
	if w := m.s.Width(sig); w > 1 {
		return m.s.Concat(m.s.True(), m.s.Extract(w-2, 0, sig))
	}
	return m.s.True()
}

// normalBounds are those of the exponent of normal.
func (f Format) normalBounds() bounds { return bounds{1 - f.Frac, f.top() - 1} }
