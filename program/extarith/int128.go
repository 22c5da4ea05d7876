package extarith

import (
	"encoding/binary"
	"math/big"
	"math/bits"
)

// Int128 is a 128-bit integer in two's complement; signedness is in the
// operations.
type Int128 struct{ Lo, Hi uint64 }

// LoadInt128 reads an Int128 from the first sixteen bytes of b.
func LoadInt128(b []byte) Int128 {
	return Int128{binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:])}
}

// Store writes x to the first sixteen bytes of b.
func (x Int128) Store(b []byte) {
	binary.LittleEndian.PutUint64(b, x.Lo)
	binary.LittleEndian.PutUint64(b[8:], x.Hi)
}

// Int128FromInt64 sign-extends v.
func Int128FromInt64(v int64) Int128 { return Int128{uint64(v), uint64(v >> 63)} }

// Add returns x + y modulo 2^128.
func (x Int128) Add(y Int128) Int128 {
	lo, c := bits.Add64(x.Lo, y.Lo, 0)
	hi, _ := bits.Add64(x.Hi, y.Hi, c)
	return Int128{lo, hi}
}

// Sub returns x - y modulo 2^128.
func (x Int128) Sub(y Int128) Int128 {
	lo, b := bits.Sub64(x.Lo, y.Lo, 0)
	hi, _ := bits.Sub64(x.Hi, y.Hi, b)
	return Int128{lo, hi}
}

// Neg returns -x modulo 2^128.
func (x Int128) Neg() Int128 { return Int128{}.Sub(x) }

// Mul returns x * y modulo 2^128.
func (x Int128) Mul(y Int128) Int128 {
	hi, lo := bits.Mul64(x.Lo, y.Lo)
	return Int128{lo, hi + x.Hi*y.Lo + x.Lo*y.Hi}
}

// UDivRem returns the unsigned quotient and remainder; y must not be zero.
func (x Int128) UDivRem(y Int128) (q, r Int128) {
	if y.Hi == 0 {
		q.Hi, r.Lo = x.Hi/y.Lo, x.Hi%y.Lo
		q.Lo, r.Lo = bits.Div64(r.Lo, x.Lo, y.Lo)
		return q, r
	}
	// The quotient is below 2^64. Estimate it from the upper 64 bits of the
	// normalised divisor, then go one down and correct upward
	// (Hacker's Delight, section 9-5).
	n := uint(bits.LeadingZeros64(y.Hi))
	half := x.LShr(1)
	est, _ := bits.Div64(half.Hi, half.Lo, y.Shl(n).Hi)
	est >>= 63 - n
	if est != 0 {
		est--
	}
	q = Int128{Lo: est}
	r = x.Sub(q.Mul(y))
	for !r.ULt(y) {
		q.Lo++
		r = r.Sub(y)
	}
	return q, r
}

// SDivRem returns the quotient truncated toward zero and the remainder with
// the sign of x; y must not be zero. The most negative number divided by -1
// wraps.
func (x Int128) SDivRem(y Int128) (q, r Int128) {
	nx, ny := int64(x.Hi) < 0, int64(y.Hi) < 0
	if nx {
		x = x.Neg()
	}
	if ny {
		y = y.Neg()
	}
	q, r = x.UDivRem(y)
	if nx != ny {
		q = q.Neg()
	}
	if nx {
		r = r.Neg()
	}
	return q, r
}

// And returns x & y.
func (x Int128) And(y Int128) Int128 { return Int128{x.Lo & y.Lo, x.Hi & y.Hi} }

// Or returns x | y.
func (x Int128) Or(y Int128) Int128 { return Int128{x.Lo | y.Lo, x.Hi | y.Hi} }

// Xor returns x ^ y.
func (x Int128) Xor(y Int128) Int128 { return Int128{x.Lo ^ y.Lo, x.Hi ^ y.Hi} }

// Shl returns x << n for n < 128.
func (x Int128) Shl(n uint) Int128 {
	if n >= 64 {
		return Int128{0, x.Lo << (n - 64)}
	}
	return Int128{x.Lo << n, x.Hi<<n | x.Lo>>(64-n)}
}

// LShr returns x >> n, filling with zeros, for n < 128.
func (x Int128) LShr(n uint) Int128 {
	if n >= 64 {
		return Int128{x.Hi >> (n - 64), 0}
	}
	return Int128{x.Lo>>n | x.Hi<<(64-n), x.Hi >> n}
}

// AShr returns x >> n, filling with the sign, for n < 128.
func (x Int128) AShr(n uint) Int128 {
	s := uint64(int64(x.Hi) >> 63)
	if n >= 64 {
		return Int128{uint64(int64(x.Hi) >> (n - 64)), s}
	}
	return Int128{x.Lo>>n | x.Hi<<(64-n), uint64(int64(x.Hi) >> n)}
}

// ULt reports x < y as unsigned numbers.
func (x Int128) ULt(y Int128) bool { return x.Hi < y.Hi || x.Hi == y.Hi && x.Lo < y.Lo }

// SLt reports x < y as signed numbers.
func (x Int128) SLt(y Int128) bool {
	return int64(x.Hi) < int64(y.Hi) || x.Hi == y.Hi && x.Lo < y.Lo
}

// Extended converts to long double, rounding to nearest even.
func (x Int128) Extended(signed bool) Extended {
	neg := signed && int64(x.Hi) < 0
	if neg {
		x = x.Neg()
	}
	if x == (Int128{}) {
		return zero(false)
	}
	return normalise(neg, 127, x.Hi, x.Lo)
}

// Float64 converts to double, rounding once to nearest even.
func (x Int128) Float64(signed bool) float64 {
	f, _ := new(big.Float).SetInt(x.Big(signed)).Float64()
	return f
}

// Float32 converts to float, rounding once to nearest even.
func (x Int128) Float32(signed bool) float32 {
	f, _ := new(big.Float).SetInt(x.Big(signed)).Float32()
	return f
}

// Big returns the value as a big.Int.
func (x Int128) Big(signed bool) *big.Int {
	neg := signed && int64(x.Hi) < 0
	if neg {
		x = x.Neg()
	}
	v := new(big.Int).SetUint64(x.Hi)
	v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(x.Lo))
	if neg {
		v.Neg(v)
	}
	return v
}

// Int128 truncates x toward zero; out of range gives 2^127 (as its bits), the
// pattern of the hardware's indefinite integer.
func (x Extended) Int128(signed bool) Int128 {
	if x.IsZero() {
		return Int128{}
	}
	limit := 127
	if signed {
		limit = 126
	}
	if x.IsNaN() || x.IsInf() {
		return Int128{0, topBit}
	}
	n := x.unpack()
	switch {
	case n.exp < 0:
		return Int128{}
	case n.exp > limit:
		return Int128{0, topBit}
	}
	v := Int128{0, n.m}.LShr(uint(127 - n.exp))
	if n.neg {
		v = v.Neg()
	}
	return v
}
