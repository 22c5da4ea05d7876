package libm

import (
	"math"
	"math/bits"
)

// Class tells what kind of number a Number is.
type Class uint8

// The classes of numbers.
const (
	Zero Class = iota
	Finite
	Inf
	NaN
)

// Number is a number of any format with at most 64 bits of significand. Finite
// numbers are (-1)^Neg * Sig/2^63 * 2^Exp, with bit 63 of Sig set, so that
// each has one form; of the other classes Exp and Sig are zero.
type Number struct {
	Class Class
	Neg   bool
	Exp   int
	Sig   uint64
}

// Format is a binary floating-point format with a hidden or an explicit
// integer bit.
type Format struct {
	prec   int // bits of significand, the integer bit included
	minExp int // exponent of the smallest normal number
	maxExp int // exponent of the largest number
}

// The formats of C's float, double and (on x86) long double.
var (
	Binary32 = Format{24, -126, 127}
	Binary64 = Format{53, -1022, 1023}
	Extended = Format{64, -16382, 16383}
)

// one is the number 1; nan has the sign that x86 gives to a NaN it makes.
var (
	one      = Number{Class: Finite, Sig: topBit}
	infinity = Number{Class: Inf}
	nan      = Number{Class: NaN, Neg: true}
	null     = Number{}
)

const topBit = 1 << 63

// integer returns n, which is not zero.
func integer(n int64) Number {
	u := uint64(n)
	if n < 0 {
		u = -u
	}
	s := bits.LeadingZeros64(u)
	return Number{Finite, n < 0, 63 - s, u << uint(s)}
}

// signed returns x with the given sign.
func (x Number) signed(neg bool) Number {
	x.Neg = neg
	return x
}

// less reports |x| < |y| for x and y that are no NaNs.
func (x Number) less(y Number) bool {
	switch {
	case x.Class != y.Class || x.Class != Finite:
		return x.Class < y.Class
	case x.Exp != y.Exp:
		return x.Exp < y.Exp
	}
	return x.Sig < y.Sig
}

// is reports whether x is the finite number y.
func (x Number) is(y Number) bool { return x == y }

// isInteger reports whether a finite x has no fraction.
func (x Number) isInteger() bool {
	return x.Exp >= 63 || x.Exp >= 0 && x.Sig<<uint(x.Exp+1) == 0
}

// isOdd reports whether a finite x is an odd integer.
func (x Number) isOdd() bool {
	return x.isInteger() && x.Exp <= 63 && x.Sig>>uint(63-x.Exp)&1 == 1
}

// whole returns |x| as an integer, for an x without fraction below 2^63.
func (x Number) whole() uint64 { return x.Sig >> uint(63-x.Exp) }

// float returns |x| as a float64 to within a unit or two, for a finite x whose
// exponent fits; it steers choices and never reaches a result.
func (x Number) float() float64 {
	return float64(float64(x.Sig) * exp2(x.Exp-63))
}

// exp2 returns 2^n; 0 below 2^-1022 and the largest power of two above 2^1023.
func exp2(n int) float64 {
	if n < -1022 {
		return 0
	}
	return math.Float64frombits(uint64(min(n, 1023)+1023) << 52)
}

// round returns the number of the format that is nearest to (-1)^neg *
// (hi:lo)/2^127 * 2^exp, of two the one with an even significand. Bit 63 of hi
// is set; the lowest bit of lo may stand for everything below it.
func (f Format) round(neg bool, hi, lo uint64, exp int) Number {
	drop := 64 - f.prec // bits of hi that do not count
	if exp < f.minExp {
		drop += f.minExp - exp
	}
	if drop > 64 {
		return Number{Neg: neg} // below half of the smallest number
	}
	var kept, rest uint64 // rest holds the bits behind kept, from its bit 63 on
	switch {
	case drop == 0:
		kept, rest = hi, lo
	case drop == 64:
		kept, rest = 0, hi|sticky(lo)
	default:
		kept, rest = hi>>uint(drop), hi<<uint(64-drop)|sticky(lo)
	}
	if rest > topBit || rest == topBit && kept&1 == 1 {
		kept++
		if kept == 0 { // only without dropped bits
			kept, exp = topBit, exp+1
			drop = 0
		}
	}
	if kept == 0 {
		return Number{Neg: neg}
	}
	s := bits.LeadingZeros64(kept)
	exp += drop - s
	if exp > f.maxExp {
		return Number{Class: Inf, Neg: neg}
	}
	return Number{Finite, neg, exp, kept << uint(s)}
}

func sticky(lost uint64) uint64 {
	if lost != 0 {
		return 1
	}
	return 0
}

// FromFloat64 returns v exactly; of a NaN only the class and the sign.
func FromFloat64(v float64) Number {
	u := math.Float64bits(v)
	neg, frac, exp := u>>63 != 0, u<<12, int(u>>52&0x7ff)
	switch {
	case exp == 0x7ff && frac == 0:
		return Number{Class: Inf, Neg: neg}
	case exp == 0x7ff:
		return Number{Class: NaN, Neg: neg}
	case exp != 0:
		return Number{Finite, neg, exp - 1023, topBit | frac>>1}
	case frac == 0:
		return Number{Neg: neg}
	}
	s := bits.LeadingZeros64(frac)
	return Number{Finite, neg, -1023 - s, frac << uint(s)}
}

// Float64 returns x, which a double can hold; a NaN is quiet and without payload.
func (x Number) Float64() float64 {
	var sign uint64
	if x.Neg {
		sign = topBit
	}
	switch {
	case x.Class == Zero:
		return math.Float64frombits(sign)
	case x.Class == Inf:
		return math.Float64frombits(sign | 0x7ff<<52)
	case x.Class == NaN:
		return math.Float64frombits(sign | 0x7ff8<<48)
	case x.Exp < -1022:
		return math.Float64frombits(sign | x.Sig>>uint(11-1022-x.Exp))
	}
	return math.Float64frombits(sign | uint64(x.Exp+1023)<<52 | x.Sig<<1>>12)
}
