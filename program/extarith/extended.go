// Package extarith computes on the C scalars that do not fit a 64-bit register:
// long double (the x87 80-bit extended format) and __int128; and it converts
// between floating-point numbers and text, and evaluates the functions of
// math.h. Both machines use it, so that they agree to the bit.
//
// Source of the format and of its special values: Intel SDM volume 1, sections
// 4.2 and 4.8. Rounding is to nearest, ties to even, at 64 bits of significand.
package extarith

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// Extended is an x87 extended-precision number. SE holds the sign in bit 15 and
// the exponent, biased by 16383, below; Sig is the significand with its
// explicit integer bit in bit 63.
type Extended struct {
	Sig uint64
	SE  uint16
}

const (
	bias    = 16383
	minExp  = 1 - bias // exponent of the smallest normal number
	maxExp  = bias
	signBit = 0x8000
	expMask = 0x7fff
	topBit  = 1 << 63
)

// Size is the number of bytes of a long double in memory; ten of them count.
const Size = 16

// Load reads an Extended from the first ten bytes of b.
func Load(b []byte) Extended {
	return Extended{Sig: binary.LittleEndian.Uint64(b), SE: binary.LittleEndian.Uint16(b[8:])}
}

// Store writes x to the first sixteen bytes of b; the six bytes of padding
// become zero.
func (x Extended) Store(b []byte) {
	binary.LittleEndian.PutUint64(b, x.Sig)
	binary.LittleEndian.PutUint64(b[8:], uint64(x.SE))
}

// number is a finite non-zero value (-1)^neg * m/2^63 * 2^exp, with bit 63 of m
// set.
type number struct {
	neg bool
	exp int
	m   uint64
}

// Neg returns -x.
func (x Extended) Neg() Extended { return Extended{x.Sig, x.SE ^ signBit} }

// Signbit reports whether the sign bit is set.
func (x Extended) Signbit() bool { return x.SE&signBit != 0 }

// unsupported reports whether x is an encoding that the x87 refuses: it has an
// exponent, but no integer bit. Operations on it are invalid.
func (x Extended) unsupported() bool { return x.SE&expMask != 0 && x.Sig&topBit == 0 }

// IsNaN reports whether x is a NaN, or an encoding that is treated as one.
func (x Extended) IsNaN() bool {
	return x.SE&expMask == expMask && x.Sig<<1 != 0 || x.unsupported()
}

// IsInf reports whether x is an infinity.
func (x Extended) IsInf() bool { return x.SE&expMask == expMask && x.Sig == topBit }

// IsZero reports whether x is zero of either sign.
func (x Extended) IsZero() bool { return x.SE&expMask == 0 && x.Sig == 0 }

// The special values; the machine's default NaN has its sign bit set.
func inf(neg bool) Extended  { return Extended{topBit, expMask | sign(neg)} }
func zero(neg bool) Extended { return Extended{0, sign(neg)} }

// NaN returns the default NaN that the x87 produces for an invalid operation.
func NaN() Extended { return Extended{3 << 62, 0xffff} }

func sign(neg bool) uint16 {
	if neg {
		return signBit
	}
	return 0
}

// quiet returns the NaN that an operation on NaN operands gives: the operand
// with the larger significand, made quiet; the default NaN if one is unsupported.
func quiet(a, b Extended) Extended {
	if a.unsupported() || b.unsupported() {
		return NaN()
	}
	n := a
	if !a.IsNaN() || b.IsNaN() && b.Sig > a.Sig {
		n = b
	}
	n.Sig |= 3 << 62
	return n
}

// unpack returns the value of a finite non-zero x.
func (x Extended) unpack() number {
	exp := int(x.SE&expMask) - bias
	if x.SE&expMask == 0 {
		exp = minExp
	}
	shift := bits.LeadingZeros64(x.Sig)
	return number{x.Signbit(), exp - shift, x.Sig << uint(shift)}
}

// pack rounds (-1)^neg * (hi:lo)/2^127 * 2^exp to the nearest Extended, where
// bit 63 of hi is set and the lowest bit of lo stands for everything below it.
func pack(neg bool, exp int, hi, lo uint64) Extended {
	biased := exp + bias
	if exp < minExp {
		hi, lo = shiftRight(hi, lo, minExp-exp)
		biased = 0
	}
	if lo > topBit || lo == topBit && hi&1 == 1 {
		hi++
		if hi == 0 { // carried out of a normal significand
			hi = topBit
			biased++
		} else if biased == 0 && hi == topBit { // a subnormal became normal
			biased = 1
		}
	}
	if biased > expMask-1 {
		return inf(neg)
	}
	return Extended{hi, uint16(biased) | sign(neg)}
}

// shiftRight shifts hi:lo right by n >= 0, keeping lost bits as a sticky bit.
func shiftRight(hi, lo uint64, n int) (uint64, uint64) {
	switch {
	case n == 0:
		return hi, lo
	case n < 64:
		lost := lo << uint(64-n)
		lo = lo>>uint(n) | hi<<uint(64-n)
		hi >>= uint(n)
		return hi, lo | nonzero(lost)
	case n == 64:
		return 0, hi | nonzero(lo)
	case n < 128:
		lost := hi<<uint(128-n) | lo
		return 0, hi>>uint(n-64) | nonzero(lost)
	}
	return 0, nonzero(hi | lo)
}

func nonzero(x uint64) uint64 {
	if x != 0 {
		return 1
	}
	return 0
}

// Add returns x + y.
func (x Extended) Add(y Extended) Extended {
	switch {
	case x.IsNaN() || y.IsNaN():
		return quiet(x, y)
	case x.IsInf() && y.IsInf():
		if x.Signbit() != y.Signbit() {
			return NaN()
		}
		return x
	case x.IsInf():
		return x
	case y.IsInf():
		return y
	case x.IsZero() && y.IsZero():
		return zero(x.Signbit() && y.Signbit())
	case x.IsZero():
		return y
	case y.IsZero():
		return x
	}
	return addNumbers(x.unpack(), y.unpack())
}

func addNumbers(a, b number) Extended {
	if a.exp < b.exp || a.exp == b.exp && a.m < b.m {
		a, b = b, a
	}
	bhi, blo := shiftRight(b.m, 0, a.exp-b.exp)
	if a.neg == b.neg {
		hi, carry := bits.Add64(a.m, bhi, 0)
		exp := a.exp
		lo := blo
		if carry != 0 {
			hi, lo = shiftRight(hi, lo, 1)
			hi |= topBit
			exp++
		}
		return pack(a.neg, exp, hi, lo)
	}
	lo, borrow := bits.Sub64(0, blo, 0)
	hi, _ := bits.Sub64(a.m, bhi, borrow)
	if hi|lo == 0 {
		return zero(false)
	}
	return normalise(a.neg, a.exp, hi, lo)
}

// normalise shifts hi:lo up until bit 63 of hi is set, and packs.
func normalise(neg bool, exp int, hi, lo uint64) Extended {
	if hi == 0 {
		hi, lo = lo, 0
		exp -= 64
	}
	n := bits.LeadingZeros64(hi)
	if n > 0 {
		hi = hi<<uint(n) | lo>>uint(64-n)
		lo <<= uint(n)
		exp -= n
	}
	return pack(neg, exp, hi, lo)
}

// Sub returns x - y.
func (x Extended) Sub(y Extended) Extended {
	if y.IsNaN() {
		return quiet(x, y)
	}
	return x.Add(y.Neg())
}

// Mul returns x * y.
func (x Extended) Mul(y Extended) Extended {
	neg := x.Signbit() != y.Signbit()
	switch {
	case x.IsNaN() || y.IsNaN():
		return quiet(x, y)
	case x.IsInf() || y.IsInf():
		if x.IsZero() || y.IsZero() {
			return NaN()
		}
		return inf(neg)
	case x.IsZero() || y.IsZero():
		return zero(neg)
	}
	a, b := x.unpack(), y.unpack()
	hi, lo := bits.Mul64(a.m, b.m)
	return normalise(neg, a.exp+b.exp+1, hi, lo)
}

// Div returns x / y.
func (x Extended) Div(y Extended) Extended {
	neg := x.Signbit() != y.Signbit()
	switch {
	case x.IsNaN() || y.IsNaN():
		return quiet(x, y)
	case x.IsInf():
		if y.IsInf() {
			return NaN()
		}
		return inf(neg)
	case y.IsInf():
		return zero(neg)
	case y.IsZero():
		if x.IsZero() {
			return NaN()
		}
		return inf(neg)
	case x.IsZero():
		return zero(neg)
	}
	a, b := x.unpack(), y.unpack()
	// Halve the dividend so that the quotient fits 64 bits: its top bit is
	// bit 63 or 62.
	hi, rem := bits.Div64(a.m>>1, a.m<<63, b.m)
	lo, rem := bits.Div64(rem, 0, b.m)
	return normalise(neg, a.exp-b.exp, hi, lo|nonzero(rem))
}

// Sqrt returns the square root of x, correctly rounded.
func (x Extended) Sqrt() Extended {
	switch {
	case x.IsNaN():
		return quiet(x, x)
	case x.IsZero():
		return x
	case x.Signbit():
		return NaN()
	case x.IsInf():
		return x
	}
	return sqrtNumber(x.unpack())
}

// Cmp compares two numbers that are not NaN: -1, 0 or 1.
func (x Extended) Cmp(y Extended) int {
	if x.IsZero() && y.IsZero() {
		return 0
	}
	if x.Signbit() != y.Signbit() {
		if x.Signbit() {
			return -1
		}
		return 1
	}
	c := 0
	switch ex, ey := x.SE&expMask, y.SE&expMask; {
	case ex != ey:
		c = -1
		if ex > ey {
			c = 1
		}
	case x.Sig != y.Sig:
		c = -1
		if x.Sig > y.Sig {
			c = 1
		}
	}
	if x.Signbit() {
		return -c
	}
	return c
}

// Eq reports x == y as C does: false if either is a NaN.
func (x Extended) Eq(y Extended) bool { return !x.Unordered(y) && x.Cmp(y) == 0 }

// Lt reports x < y.
func (x Extended) Lt(y Extended) bool { return !x.Unordered(y) && x.Cmp(y) < 0 }

// Le reports x <= y.
func (x Extended) Le(y Extended) bool { return !x.Unordered(y) && x.Cmp(y) <= 0 }

// Unordered reports whether x or y is a NaN.
func (x Extended) Unordered(y Extended) bool { return x.IsNaN() || y.IsNaN() }

// FromInt64 returns v exactly.
func FromInt64(v int64) Extended {
	if v < 0 {
		return FromUint64(-uint64(v)).Neg()
	}
	return FromUint64(uint64(v))
}

// FromUint64 returns v exactly.
func FromUint64(v uint64) Extended {
	if v == 0 {
		return zero(false)
	}
	return normalise(false, 63, v, 0)
}

// FromFloat64 returns v exactly; a NaN keeps its payload and becomes quiet.
func FromFloat64(v float64) Extended {
	u := math.Float64bits(v)
	neg := u>>63 != 0
	frac := u & (1<<52 - 1)
	switch exp := int(u >> 52 & 0x7ff); {
	case exp == 0x7ff && frac == 0:
		return inf(neg)
	case exp == 0x7ff:
		return Extended{3<<62 | frac<<11, expMask | sign(neg)}
	case exp == 0 && frac == 0:
		return zero(neg)
	case exp == 0:
		return normalise(neg, -1022, frac<<11, 0)
	default:
		return pack(neg, exp-1023, topBit|frac<<11, 0)
	}
}

// FromFloat32 returns v exactly.
func FromFloat32(v float32) Extended { return FromFloat64(float64(v)) }

// Float64 returns x rounded to a double.
func (x Extended) Float64() float64 {
	return math.Float64frombits(x.narrow(52, 1023))
}

// Float32 returns x rounded (once) to a float.
func (x Extended) Float32() float32 {
	return math.Float32frombits(uint32(x.narrow(23, 127)))
}

// narrow rounds x to an IEEE format with the given bits of fraction and bias.
func (x Extended) narrow(frac uint, bias int) uint64 {
	if x.unsupported() {
		x = NaN()
	}
	width := frac
	expBits := uint64(2*bias + 1)
	var s uint64
	if x.Signbit() {
		s = (expBits + 1) << width
	}
	switch {
	case x.IsNaN():
		return s | expBits<<width | 1<<(width-1) | x.Sig<<1>>(64-width)
	case x.IsInf():
		return s | expBits<<width
	case x.IsZero():
		return s
	}
	n := x.unpack()
	if n.exp > bias {
		return s | expBits<<width
	}
	biased := n.exp + bias
	m, lost := shiftRight(n.m, 0, 63-int(width))
	if biased <= 0 {
		m, lost = shiftRight(m, lost, 1-biased)
		biased = 0
	}
	if lost > topBit || lost == topBit && m&1 == 1 {
		m++
	}
	// Adding lets a carry out of the fraction raise the exponent.
	var r uint64
	if biased == 0 {
		r = m
	} else {
		r = uint64(biased-1)<<width + m
	}
	if r >= expBits<<width {
		r = expBits << width
	}
	return s | r
}

// Int64 returns x truncated toward zero; out of range or NaN gives the most
// negative integer, as the hardware does.
func (x Extended) Int64() int64 {
	if x.IsZero() {
		return 0
	}
	if x.IsNaN() || x.IsInf() {
		return math.MinInt64
	}
	n := x.unpack()
	switch {
	case n.exp < 0:
		return 0
	case n.exp > 62:
		return math.MinInt64
	}
	v := int64(n.m >> uint(63-n.exp))
	if n.neg {
		v = -v
	}
	return v
}

// Uint64 returns x truncated toward zero, out of range as gcc's code for
// x86-64 computes it: numbers from 2^63 are converted after subtracting 2^63.
func (x Extended) Uint64() uint64 {
	limit := FromUint64(topBit)
	if x.IsNaN() || x.Lt(limit) {
		return uint64(x.Int64())
	}
	return uint64(x.Sub(limit).Int64()) ^ topBit
}
