package libm

import (
	"math"
	"math/bits"
)

// word is an unsigned integer of 128 bits, mostly a number in fixed point:
// in units of 2^-128 or, where said, of 2^-127.
type word struct{ hi, lo uint64 }

func (a word) less(b word) bool { return a.hi < b.hi || a.hi == b.hi && a.lo < b.lo }

func (a word) add(b word) (word, uint64) {
	lo, c := bits.Add64(a.lo, b.lo, 0)
	hi, c := bits.Add64(a.hi, b.hi, c)
	return word{hi, lo}, c
}

func (a word) sub(b word) word {
	lo, c := bits.Sub64(a.lo, b.lo, 0)
	hi, _ := bits.Sub64(a.hi, b.hi, c)
	return word{hi, lo}
}

// shl returns a << n for n < 64.
func (a word) shl(n uint) word { return word{a.hi<<n | a.lo>>(64-n), a.lo << n} }

// shr returns a >> n for n >= 0.
func (a word) shr(n int) word {
	switch {
	case n < 64:
		return word{a.hi >> uint(n), a.lo>>uint(n) | a.hi<<uint(64-n)}
	case n < 128:
		return word{0, a.hi >> uint(n-64)}
	}
	return word{}
}

// cut reports whether a >> n loses bits, for n >= 0.
func (a word) cut(n int) bool {
	switch {
	case n < 64:
		return a.lo<<uint(64-n) != 0
	case n < 128:
		return a.lo != 0 || a.hi<<uint(128-n) != 0
	}
	return a.hi|a.lo != 0
}

// mulHigh returns a * b / 2^128, too small by less than 3.
func mulHigh(a, b word) word {
	hi, lo := bits.Mul64(a.hi, b.hi)
	p, _ := bits.Mul64(a.hi, b.lo)
	q, _ := bits.Mul64(a.lo, b.hi)
	lo, c := bits.Add64(lo, p, 0)
	hi += c
	lo, c = bits.Add64(lo, q, 0)
	return word{hi + c, lo}
}

// quotient returns n * 2^128 / d, too small by less than 2, for n < d and bit
// 127 of d set: two steps of Knuth's algorithm D with digits of 64 bits.
func quotient(n, d word) word {
	q1, n := digit(n, d)
	q0, _ := digit(n, d)
	return word{q1, q0}
}

// digit returns n * 2^64 / d and the remainder, for n < d.
func digit(n, d word) (uint64, word) {
	q := uint64(math.MaxUint64)
	if n.hi < d.hi {
		q, _ = bits.Div64(n.hi, n.lo, d.hi)
	}
	// r = n * 2^64 - q * d, in three digits; q is too large by at most two.
	ph, pl := bits.Mul64(q, d.lo)
	hh, hl := bits.Mul64(q, d.hi)
	mid, c := bits.Add64(hl, ph, 0)
	top := hh + c
	lo, b := bits.Sub64(0, pl, 0)
	hi, b := bits.Sub64(n.lo, mid, b)
	over, _ := bits.Sub64(n.hi, top, b)
	for over != 0 {
		q--
		lo, c = bits.Add64(lo, d.lo, 0)
		hi, c = bits.Add64(hi, d.hi, c)
		over += c
	}
	return q, word{hi, lo}
}

// root returns the square root of m * 2^128, wrong by less than 3, for m with
// bit 127 or 126 set: the first 64 bits exactly, the others by a step of
// Newton's from them.
func root(m word) word {
	s := uint64(math.MaxUint64)
	if f := float64(math.Sqrt(float64(m.hi)) * (1 << 32)); f < 1<<64 {
		s = uint64(f)
	}
	if m.hi < s {
		q, _ := bits.Div64(m.hi, m.lo, s)
		s = s/2 + q/2 + s&q&1 // within a few units of the root
	}
	hi, lo := bits.Mul64(s, s)
	for m.less(word{hi, lo}) {
		s--
		hi, lo = bits.Mul64(s, s)
	}
	rest := m.sub(word{hi, lo})
	for (word{s >> 63, s << 1}).less(rest) {
		s++ // not the whole root yet
		hi, lo = bits.Mul64(s, s)
		rest = m.sub(word{hi, lo})
	}
	half := rest.shr(1).lo
	if half >= s {
		return word{s, math.MaxUint64}
	}
	q, _ := bits.Div64(half, rest.lo<<63, s)
	return word{s, q}
}

// horner returns c[0] ± z c[1] + z^2 c[2] ± ... in units of 2^-127, as the
// coefficients are; z is in units of 2^-128 and at most 2^-4. The signs
// alternate if alternate is set. Each step drops less than three units and
// brings a coefficient that is half a unit off, of which the next steps keep
// at most a sixteenth: the result is off by less than four.
func horner(z word, c []word, alternate bool) word {
	sum := c[len(c)-1]
	for i := len(c) - 2; i >= 0; i-- {
		p := mulHigh(z, sum)
		if alternate {
			sum = c[i].sub(p)
		} else {
			sum, _ = c[i].add(p)
		}
	}
	return sum
}
