package extarith

import (
	"math"
	"math/big"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/libm"
)

// Math evaluates a function of math.h on doubles, or with program.MathSingle on
// floats in doubles, correctly rounded. Of a NaN it gives that NaN, made quiet;
// where there is no value, the NaN without payload that glibc gives on x86-64.
func Math(fn program.MathFn, a, b float64) float64 {
	single := fn&program.MathSingle != 0
	fn &^= program.MathSingle
	f := libm.Binary64
	if single {
		f = libm.Binary32
	}
	var r float64
	if transcendental(fn) {
		r = libm.Eval(fn, f, libm.FromFloat64(a), libm.FromFloat64(b)).Float64()
	} else {
		r = exact(fn, a, b)
		if single {
			r = float64(float32(r))
		}
	}
	if r == r {
		return r
	}
	switch {
	case a != a:
		return math.Float64frombits(math.Float64bits(a) | 1<<51)
	case b != b:
		return math.Float64frombits(math.Float64bits(b) | 1<<51)
	case transcendental(fn):
		return r
	}
	return math.Float64frombits(0xFFF8 << 48)
}

// transcendental reports whether fn is a function of package libm.
func transcendental(fn program.MathFn) bool {
	return fn >= program.MathSin && fn <= program.MathCbrt || fn >= program.MathErf && fn <= program.MathLgamma
}

// exact evaluates the functions that need no series.
func exact(fn program.MathFn, a, b float64) float64 {
	switch fn {
	case program.MathSqrt:
		return math.Sqrt(a)
	case program.MathFmod:
		return math.Mod(a, b)
	case program.MathRemainder:
		return math.Remainder(a, b)
	case program.MathFloor:
		return math.Floor(a)
	case program.MathCeil:
		return math.Ceil(a)
	case program.MathTrunc:
		return math.Trunc(a)
	case program.MathRound:
		return math.Round(a)
	case program.MathRint:
		return math.RoundToEven(a)
	case program.MathNextafter:
		return math.Nextafter(a, b)
	}
	return math.NaN()
}

// Fma returns x * y + z, rounded once. Of NaNs it gives the first, made quiet;
// of numbers without a result the negative NaN without payload.
func Fma(x, y, z float64) float64 {
	for _, v := range []float64{x, y, z} {
		if v != v {
			return math.Float64frombits(math.Float64bits(v) | 1<<51)
		}
	}
	r := math.FMA(x, y, z)
	if r != r {
		return math.Float64frombits(0xFFF8 << 48)
	}
	return r
}

// MathL evaluates a function of math.h on long doubles, correctly rounded.
func MathL(fn program.MathFn, a, b Extended) Extended {
	switch fn {
	case program.MathSqrt:
		return a.Sqrt()
	case program.MathFloor, program.MathCeil, program.MathTrunc, program.MathRound, program.MathRint:
		return a.roundTo(fn)
	case program.MathFmod, program.MathRemainder:
		return modulo(a, b, fn == program.MathRemainder)
	case program.MathNextafter:
		return nextafter(a, b)
	}
	if !transcendental(fn) {
		return NaN()
	}
	r := fromLibm(libm.Eval(fn, libm.Extended, a.libm(), b.libm()))
	if r.IsNaN() && (a.IsNaN() || b.IsNaN()) {
		return quiet(a, b)
	}
	return r
}

// libm returns x as package libm has numbers.
func (x Extended) libm() libm.Number {
	switch {
	case x.IsNaN():
		return libm.Number{Class: libm.NaN}
	case x.IsInf():
		return libm.Number{Class: libm.Inf, Neg: x.Signbit()}
	case x.IsZero():
		return libm.Number{Neg: x.Signbit()}
	}
	n := x.unpack()
	return libm.Number{Class: libm.Finite, Neg: n.neg, Exp: n.exp, Sig: n.m}
}

func fromLibm(x libm.Number) Extended {
	switch x.Class {
	case libm.NaN:
		return Extended{3 << 62, expMask | sign(x.Neg)}
	case libm.Inf:
		return inf(x.Neg)
	case libm.Zero:
		return zero(x.Neg)
	}
	return pack(x.Neg, x.Exp, x.Sig, 0)
}

// roundTo rounds to an integer in the direction that fn names.
func (x Extended) roundTo(fn program.MathFn) Extended {
	if x.IsNaN() || x.IsInf() || x.IsZero() {
		return x
	}
	n := x.unpack()
	if n.exp >= 63 {
		return x
	}
	var whole, lost uint64
	if n.exp < -1 {
		whole, lost = 0, 1
	} else {
		whole, lost = shiftRight(n.m, 0, 63-n.exp)
	}
	up := false
	switch fn {
	case program.MathFloor:
		up = n.neg && lost != 0
	case program.MathCeil:
		up = !n.neg && lost != 0
	case program.MathRound:
		up = lost >= topBit
	case program.MathRint:
		up = lost > topBit || lost == topBit && whole&1 == 1
	}
	if up {
		whole++
	}
	r := FromUint64(whole)
	if n.neg {
		r = r.Neg()
	}
	return r
}

// modulo returns the exact remainder of a/b, truncating or to nearest even.
func modulo(a, b Extended, nearest bool) Extended {
	switch {
	case a.IsNaN() || b.IsNaN():
		return quiet(a, b)
	case a.IsInf() || b.IsZero():
		return NaN()
	case a.IsZero() || b.IsInf():
		return a
	}
	x, y := a.unpack(), b.unpack()
	low := min(x.exp, y.exp)
	m := new(big.Int).Lsh(new(big.Int).SetUint64(x.m), uint(x.exp-low))
	d := new(big.Int).Lsh(new(big.Int).SetUint64(y.m), uint(y.exp-low))
	q, r := new(big.Int).QuoRem(m, d, new(big.Int))
	neg := x.neg
	if nearest {
		twice := new(big.Int).Lsh(r, 1)
		if c := twice.Cmp(d); c > 0 || c == 0 && q.Bit(0) == 1 {
			r.Sub(d, r)
			neg = !neg
		}
	}
	if r.Sign() == 0 {
		return zero(x.neg)
	}
	return fromRatio(neg, r, big.NewInt(1), low-63)
}

func nextafter(a, b Extended) Extended {
	switch {
	case a.IsNaN() || b.IsNaN():
		return quiet(a, b)
	case a.Cmp(b) == 0:
		return b
	case a.IsZero():
		return Extended{1, sign(b.Signbit())}
	}
	away := a.Lt(b) != a.Signbit() // the magnitude grows
	sig, e := a.Sig, a.SE&expMask
	if away {
		sig++
		if sig == 0 {
			sig = topBit
			e++
		} else if e == 0 && sig == topBit {
			e = 1
		}
	} else {
		if e == expMask {
			return Extended{^uint64(0), expMask - 1 | sign(a.Signbit())}
		}
		if sig == topBit && e > 1 {
			sig = ^uint64(0)
			e--
		} else {
			sig--
			if sig < topBit {
				e = 0
			}
		}
	}
	if e == expMask {
		return inf(a.Signbit())
	}
	return Extended{sig, e | sign(a.Signbit())}
}

// sqrtNumber returns the square root of a positive number.
func sqrtNumber(n number) Extended {
	// value = m * 2^(exp-63). Scale to an even power with a 192-bit radicand
	// whose root has more than 66 bits; the remainder is the sticky bit.
	e := n.exp - 63
	m := new(big.Int).SetUint64(n.m)
	shift := 128
	if (e-shift)%2 != 0 {
		shift++
	}
	m.Lsh(m, uint(shift))
	root := new(big.Int).Sqrt(m)
	exact := new(big.Int).Mul(root, root).Cmp(m) == 0
	root.Lsh(root, 1)
	if !exact {
		root.SetBit(root, 0, 1)
	}
	return fromRatio(false, root, big.NewInt(1), (e-shift)/2-1)
}

// fromRatio returns (-1)^neg * num/den * 2^exp rounded; num, den > 0.
func fromRatio(neg bool, num, den *big.Int, exp int) Extended {
	// Scale so that the quotient has 128 or 129 bits.
	shift := 128 - (num.BitLen() - den.BitLen())
	n, d := new(big.Int).Set(num), new(big.Int).Set(den)
	if shift >= 0 {
		n.Lsh(n, uint(shift))
	} else {
		d.Lsh(d, uint(-shift))
	}
	q, r := n.QuoRem(n, d, new(big.Int))
	sticky := r.Sign() != 0
	exp -= shift
	for q.BitLen() > 128 {
		sticky = sticky || q.Bit(0) == 1
		q.Rsh(q, 1)
		exp++
	}
	up := uint(128 - q.BitLen())
	q.Lsh(q, up)
	exp -= int(up)
	hi := new(big.Int).Rsh(q, 64).Uint64()
	lo := new(big.Int).And(q, new(big.Int).SetUint64(^uint64(0))).Uint64()
	if sticky {
		lo |= 1
	}
	return pack(neg, exp+127, hi, lo)
}
