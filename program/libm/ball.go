package libm

import "math/bits"

// ball is a number with a bound of its error, the arithmetic of the first
// phase: (-1)^neg * (hi:lo)/2^127 * 2^top, where bit 63 of hi is set unless
// hi:lo is zero. The true value differs from it by at most err * 2^(top-127).
// Each operation bounds the error of its result by those of its operands and
// by what it drops itself; a bound that grows to lost says nothing any more.
//
// Source: the midpoint-radius form of interval arithmetic (van der Hoeven,
// "Ball arithmetic", 2009), on 128 bits as integers: no rounding of the
// processor takes part, so that results are the same everywhere.
type ball struct {
	hi, lo uint64
	top    int
	err    uint64
	neg    bool
}

// lost is the bound of a ball that bounds nothing.
const lost = 1 << 62

// grown returns the bound e in units that are 2^s smaller, or 2^-s larger.
func grown(e uint64, s int) uint64 {
	switch {
	case e == 0:
		return 0
	case e >= lost:
		return lost
	case s >= 62 || s > 0 && e >= lost>>uint(s):
		return lost
	case s >= 0:
		return e << uint(s)
	case s <= -62:
		return 1
	}
	return e>>uint(-s) + 1
}

// total returns the sum of bounds that are each at most lost.
func total(a, b uint64) uint64 { return min(a+b, lost) }

func ballOf(x Number) ball { return ball{hi: x.Sig, top: x.Exp, neg: x.Neg} }

// normal returns the ball (-1)^neg * u/2^127 * 2^exp, u with any leading bits.
func normal(neg bool, u word, exp int, err uint64) ball {
	if u.hi == 0 {
		if u.lo == 0 {
			return ball{top: exp, err: err}
		}
		u.hi, u.lo, exp, err = u.lo, 0, exp-64, grown(err, 64)
	}
	if s := bits.LeadingZeros64(u.hi); s > 0 {
		u, exp, err = u.shl(uint(s)), exp-s, grown(err, s)
	}
	return ball{u.hi, u.lo, exp, err, neg}
}

func (a ball) word() word { return word{a.hi, a.lo} }

func (a ball) integer(n int64) ball { return ballOf(integer(n)) }

func (a ball) number(x Number) ball { return ballOf(x) }

func (a ball) negate() ball {
	a.neg = !a.neg
	return a
}

// scale returns a * 2^n.
func (a ball) scale(n int) ball {
	a.top += n
	return a
}

// mul returns a * b.
func (a ball) mul(b ball) ball {
	u := mulHigh(a.word(), b.word()) // less than 3 units too small
	if a.err >= lost || b.err >= lost {
		return nothing()
	}
	// Of the error of each, what the other is of 2^128; and that of both.
	err := 4 + part(a.err, b.hi) + part(b.err, a.hi)
	return normal(a.neg != b.neg, u, a.top+b.top+1, err)
}

// part returns e * (h:l)/2^128, l being unknown, rounded up.
func part(e, h uint64) uint64 {
	if e == 0 {
		return 0
	}
	hi, _ := bits.Mul64(e, h)
	return hi + 2
}

// add returns a + b.
func (a ball) add(b ball) ball {
	if a.top < b.top || a.top == b.top && a.word().less(b.word()) {
		a, b = b, a
	}
	d := a.top - b.top
	v := b.word().shr(d) // less than a unit too small
	err := total(a.err, grown(b.err, -d))
	if b.word().cut(d) {
		err = total(err, 1)
	}
	if a.neg == b.neg {
		u, carry := a.word().add(v)
		if carry != 0 {
			u = word{u.hi>>1 | topBit, u.hi<<63 | u.lo>>1}
			return ball{u.hi, u.lo, a.top + 1, grown(err, -1) + 1, a.neg}
		}
		return normal(a.neg, u, a.top, err)
	}
	if a.word().less(v) { // a is zero, or not normal
		return normal(b.neg, v.sub(a.word()), a.top, err)
	}
	return normal(a.neg, a.word().sub(v), a.top, err)
}

func (a ball) sub(b ball) ball { return a.add(b.negate()) }

// quo returns a / b.
func (a ball) quo(b ball) ball {
	if b.hi == 0 {
		return nothing()
	}
	n, d, exp := a.word(), b.word(), a.top-b.top-1
	if !n.less(d) {
		n, exp = word{n.hi >> 1, n.hi<<63 | n.lo>>1}, exp+1
	}
	if b.err >= lost || a.err >= lost {
		return nothing()
	}
	// n < d; the quotient n/d * 2^128 has its first bit in bit 127 or 126. Its
	// relative error is that of a and that of b, which is at most twice each in
	// units; and what both divisions of 64 bits and the halving drop.
	q := quotient(n, d)
	if a.err|b.err < 256 { // as good as exact: not worth divisions
		return normal(a.neg != b.neg, q, exp, 2*a.err+2*b.err+8)
	}
	e, _ := bits.Div64(a.err, 0, d.hi)
	if exp > a.top-b.top-1 {
		e /= 2
	}
	hi, lo := bits.Mul64(b.err, q.hi)
	f, _ := bits.Div64(hi, lo, d.hi)
	return normal(a.neg != b.neg, q, exp, total(min(e, lost), min(f, lost)+16))
}

// sqrt returns the square root of a ball that is not negative.
func (a ball) sqrt() ball {
	if a.hi == 0 || a.err >= lost {
		return nothing()
	}
	m, exp := a.word(), a.top
	// The value is m * 2^(exp-127); make exp-127 even, so that root(m) * 2^64
	// are the digits. The root of a relative error is about half of it.
	if exp&1 == 0 {
		m = word{m.hi >> 1, m.hi<<63 | m.lo>>1}
		exp++
	}
	return normal(false, root(m), (exp-1)/2, total(a.err, 4))
}

func (a ball) order() int { return a.top }

func (a ball) negative() bool { return a.neg }

func (a ball) certain() bool { return a.hi != 0 && a.err < lost }

// bits is how many bits of a result can be right.
func (a ball) bits() int { return 128 }

// blur returns a with an error that is larger by 2^order.
func (a ball) blur(order int) ball {
	a.err = total(a.err, grown(1, order-a.top+127))
	return a
}

// nothing is a ball that says nothing.
func nothing() ball { return ball{hi: topBit, err: lost} }

// round returns the number of the format nearest to what the ball stands for,
// and whether all numbers of the ball agree on it.
func (a ball) round(f Format) (Number, bool) {
	if !a.certain() {
		return Number{}, false
	}
	m, e := a.word(), word{0, a.err}
	low := m.sub(e)
	high, carry := m.add(e)
	if low.hi < topBit || carry != 0 {
		return f.roundEnds(a.neg, normal(false, low, a.top, 0), high, carry, a.top)
	}
	// Both ends round to the same if both lie on one side of the middle of two
	// neighbours: then nothing but bits below those that are cut off differ.
	x := f.round(a.neg, low.hi, low.lo, a.top)
	y := f.round(a.neg, high.hi, high.lo, a.top)
	return x, x == y
}

// roundEnds is round for a ball around a power of two.
func (f Format) roundEnds(neg bool, low ball, high word, carry uint64, exp int) (Number, bool) {
	if carry != 0 {
		high, exp = word{high.hi>>1 | topBit, high.hi<<63 | high.lo>>1 | high.lo&1}, exp+1
	}
	x := f.round(neg, low.hi, low.lo, low.top)
	return x, x == f.round(neg, high.hi, high.lo, exp)
}
