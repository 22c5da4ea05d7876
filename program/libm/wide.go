package libm

import (
	"math/big"
)

// wide is the arithmetic of the second phase: a number of any precision with
// a bound of its error. Where ball has 128 bits and tables, wide has as many
// bits as are asked for, and the plainest algorithms. The true value differs
// from mid by at most rad, which is rounded up in every step.
type wide struct {
	prec     uint // bits of mid
	mid, rad *big.Float
}

func newRadius() *big.Float { return new(big.Float).SetPrec(32).SetMode(big.AwayFromZero) }

// exactly returns x, whose bits fit the precision.
func exactly(prec uint, x *big.Float) wide {
	return wide{prec, new(big.Float).SetPrec(prec).Set(x), newRadius()}
}

func (a wide) integer(n int64) wide { return exactly(a.prec, new(big.Float).SetInt64(n)) }

func (a wide) number(x Number) wide {
	f := new(big.Float).SetUint64(x.Sig)
	f.SetMantExp(f, x.Exp-63)
	if x.Neg {
		f.Neg(f)
	}
	return exactly(a.prec, f)
}

// made returns mid with the error rad and that of the last rounding.
func (a wide) made(mid, rad *big.Float) wide { return wide{a.prec, mid, rad.Add(rad, ulp(mid))} }

// ulp returns a unit in the last place of x, 0 of 0.
func ulp(x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return newRadius()
	}
	u := newRadius().SetInt64(1)
	return u.SetMantExp(u, x.MantExp(nil)-int(x.Prec()))
}

// within returns mid with an error of 2^n units in the last place.
func (a wide) within(mid *big.Float, n int) wide {
	mid = new(big.Float).SetPrec(a.prec).Set(mid)
	r := ulp(mid)
	return wide{a.prec, mid, r.SetMantExp(r, n)}
}

// blurred returns a with an error that is larger by rad.
func (a wide) blurred(rad *big.Float) wide {
	return wide{a.prec, a.mid, newRadius().Add(a.rad, rad)}
}

func (a wide) float() *big.Float { return new(big.Float).SetPrec(a.prec) }

func (a wide) negate() wide { return wide{a.prec, a.float().Neg(a.mid), a.rad} }

func (a wide) scale(n int) wide {
	return wide{a.prec, a.float().SetMantExp(a.mid, n), newRadius().SetMantExp(a.rad, n)}
}

func (a wide) add(b wide) wide {
	return a.made(a.float().Add(a.mid, b.mid), newRadius().Add(a.rad, b.rad))
}

func (a wide) sub(b wide) wide { return a.add(b.negate()) }

func (a wide) mul(b wide) wide {
	r := newRadius().Mul(newRadius().Abs(a.mid), b.rad)
	s := newRadius().Add(newRadius().Abs(b.mid), b.rad)
	return a.made(a.float().Mul(a.mid, b.mid), r.Add(r, s.Mul(s, a.rad)))
}

// quo returns a / b; the bound is infinite if b may be zero.
func (a wide) quo(b wide) wide {
	least := down().Abs(b.mid)
	if least.Sub(least, b.rad); least.Sign() <= 0 {
		return a.useless()
	}
	// a/b - (a+e)/(b+f) = (a f - b e) / (b (b+f))
	q := a.float().Quo(a.mid, b.mid)
	r := newRadius().Mul(newRadius().Abs(q), b.rad)
	r.Add(r, a.rad)
	return a.made(q, r.Quo(r, newRadius().Set(least)))
}

// down returns a number of few bits that rounds towards zero.
func down() *big.Float { return new(big.Float).SetPrec(32).SetMode(big.ToZero) }

func (a wide) useless() wide {
	return wide{a.prec, a.float().SetInt64(1), newRadius().SetInf(false)}
}

// sqrt returns the square root; the bound is infinite if a may be negative.
func (a wide) sqrt() wide {
	least := down().Sub(a.mid, a.rad)
	if least.Sign() <= 0 {
		return a.useless()
	}
	m := a.float().Sqrt(a.mid)
	return a.made(m, newRadius().Quo(a.rad, down().Sqrt(least)))
}

func (a wide) order() int { return a.mid.MantExp(nil) - 1 }

func (a wide) negative() bool { return a.mid.Sign() < 0 }

func (a wide) bits() int { return int(a.prec) }

func (a wide) blur(order int) wide {
	r := newRadius().SetInt64(1)
	return a.blurred(r.SetMantExp(r, order))
}

func (a wide) certain() bool {
	return !a.rad.IsInf() && down().Abs(a.mid).Cmp(a.rad) > 0
}

func (a wide) round(f Format) (Number, bool) {
	if !a.certain() {
		return Number{}, false
	}
	prec := a.prec + 64
	low := new(big.Float).SetPrec(prec).SetMode(big.ToNegativeInf).Sub(a.mid, a.rad)
	high := new(big.Float).SetPrec(prec).SetMode(big.ToPositiveInf).Add(a.mid, a.rad)
	x, y := f.roundBig(low), f.roundBig(high)
	return x, x == y
}

// roundBig returns the number of the format nearest to x, which is not zero.
func (f Format) roundBig(x *big.Float) Number {
	m := new(big.Float)
	exp := x.MantExp(m) - 1
	m.SetMantExp(m.Abs(m), 128)
	n, accuracy := m.Int(nil)
	lo := new(big.Int).And(n, new(big.Int).SetUint64(1<<64-1)).Uint64()
	if accuracy != big.Exact {
		lo |= 1
	}
	return f.round(x.Sign() < 0, new(big.Int).Rsh(n, 64).Uint64(), lo, exp)
}
