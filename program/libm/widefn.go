package libm

import "math/big"

// guard is by how many bits the functions of this file compute longer than
// their results are: more than the logarithm of the number of their steps and
// of what halvings of the argument lose.
const guard = 64

func (a wide) pi() wide { return a.within(piTo(a.prec+guard), 0) }

func (a wide) ln2() wide { return a.within(ln2To(a.prec+guard), 0) }

func (a wide) ln10() wide { return a.integer(10).log() }

// exp returns e^a: with a = k ln 2 + r, the series of r/2^16 squared sixteen
// times. |a| is below 2^20.
func (a wide) exp() wide {
	prec := a.prec + guard
	k := nearest(new(big.Float).Quo(a.mid, big.NewFloat(0.6931471805599453)))
	r := new(big.Float).SetPrec(prec + 32).SetInt64(k)
	r.Sub(new(big.Float).SetPrec(prec+32).Set(a.mid), r.Mul(r, ln2To(prec+32)))
	const halvings = 16
	r.SetMantExp(r, -halvings)
	sum := new(big.Float).SetPrec(prec).SetInt64(1)
	term := new(big.Float).SetPrec(prec).SetInt64(1)
	for n := int64(1); term.Sign() != 0 && term.MantExp(nil) > -int(prec); n++ {
		term.Mul(term, r)
		term.Quo(term, new(big.Float).SetInt64(n))
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	y := a.within(sum.SetMantExp(sum, int(k)), 0)
	// e^(a+d) - e^a is at most 2 d e^a for d up to 1.
	if a.rad.Cmp(big.NewFloat(1)) > 0 {
		return a.useless()
	}
	r2 := newRadius().Mul(y.mid, a.rad)
	return y.blurred(r2.SetMantExp(r2, 2))
}

// nearest returns the integer nearest to x, or one beside it.
func nearest(x *big.Float) int64 {
	half := 0.5
	if x.Sign() < 0 {
		half = -0.5
	}
	n, _ := new(big.Float).Add(x, big.NewFloat(half)).Int64()
	return n
}

// expm1 returns e^a - 1, for small a by the series.
func (a wide) expm1() wide {
	if a.mid.MantExp(nil) > -4 {
		return a.exp().sub(a.integer(1))
	}
	prec := a.prec + guard
	x := new(big.Float).SetPrec(prec).Set(a.mid)
	sum, term := new(big.Float).SetPrec(prec).Set(x), new(big.Float).SetPrec(prec).Set(x)
	for n := int64(2); significant(term, sum); n++ {
		term.Mul(term, x)
		term.Quo(term, new(big.Float).SetInt64(n))
		sum.Add(sum, term)
	}
	return a.within(sum, 0).blurred(newRadius().Mul(a.rad, big.NewFloat(2)))
}

// significant reports whether term still counts beside sum.
func significant(term, sum *big.Float) bool {
	return term.Sign() != 0 && term.MantExp(nil) > sum.MantExp(nil)-int(sum.Prec())
}

// log returns the logarithm of a, which is positive: near 1 by log1p's series;
// else by Halley's iteration y + 2 (a - e^y)/(a + e^y), which triples the bits
// that are right, from a few.
func (a wide) log() wide {
	least := down().Sub(a.mid, a.rad)
	if least.Sign() <= 0 {
		return a.useless()
	}
	d := exactly(a.prec+8, new(big.Float).SetPrec(a.prec+8).Sub(a.mid, big.NewFloat(1)))
	var y wide
	if d.mid.Sign() == 0 || d.mid.MantExp(nil) < -6 {
		y = a.within(d.atanhSeries(a.prec).mid, 1)
	} else {
		m := new(big.Float)
		e := a.mid.MantExp(m)
		y = a.within(a.logOf(m, e), 1)
	}
	return y.blurred(newRadius().Quo(a.rad, least))
}

// logOf returns the logarithm of m * 2^e, m from 1/2 to 1, which is not close to 0.
func (a wide) logOf(m *big.Float, e int) *big.Float {
	prec := a.prec + guard
	start, _ := m.Float64()
	y := new(big.Float).SetPrec(prec).SetInt64(int64((start - 1) * 1000)) // log m to within a third
	y.Quo(y, big.NewFloat(800))
	for right := 1; right < int(prec); right = 3*right - 4 {
		right = max(right, 3)
		p := exactly(prec, y).exp().mid
		n := new(big.Float).SetPrec(prec).Sub(m, p)
		n.Quo(n.SetMantExp(n, 1), p.Add(m, p))
		y.Add(y, n)
	}
	k := new(big.Float).SetPrec(prec + 32).SetInt64(int64(e))
	return y.Add(y, k.Mul(k, ln2To(prec+32)))
}

// log1p returns log(1 + a), a > -1.
func (a wide) log1p() wide {
	if a.mid.Sign() != 0 && a.mid.MantExp(nil) < -6 {
		return a.within(a.atanhSeries(a.prec).mid, 1).blurred(newRadius().Mul(a.rad, big.NewFloat(2)))
	}
	return a.add(a.integer(1)).log()
}

// atanhSeries returns log(1 + a) = 2 atanh(a/(2+a)) with prec bits, for small a.
func (a wide) atanhSeries(prec uint) wide {
	prec += guard
	if a.mid.Sign() == 0 {
		return a
	}
	t := new(big.Float).SetPrec(max(prec, a.prec)).Set(a.mid)
	z := new(big.Float).SetPrec(prec).Add(t, big.NewFloat(2))
	z.Quo(t, z)
	sum := oddSeries(z, false)
	return exactly(prec, sum.SetMantExp(sum, 1))
}

// oddSeries returns z + z^3/3 + z^5/5 ..., or with alternating signs.
func oddSeries(z *big.Float, alternate bool) *big.Float {
	prec := z.Prec()
	square := new(big.Float).SetPrec(prec).Mul(z, z)
	if alternate {
		square.Neg(square)
	}
	sum, power, term := new(big.Float).SetPrec(prec).Set(z), new(big.Float).SetPrec(prec).Set(z), new(big.Float).SetPrec(prec).Set(z)
	for n := int64(3); significant(term, sum); n += 2 {
		power.Mul(power, square)
		term.Quo(power, new(big.Float).SetInt64(n))
		sum.Add(sum, term)
	}
	return sum
}

// reduce returns x - q pi/2, of size at most a bit more than pi/4, and q modulo 4.
func (a wide) reduce(x Number) (int, wide) {
	prec := a.prec + guard + uint(max(x.Exp, 0)) + 192 // what cancels: the whole of x, and x near a multiple
	f := new(big.Float).SetPrec(prec).Set(a.number(x).mid)
	half := piTo(prec)
	half.SetMantExp(half, -1)
	n := new(big.Float).SetPrec(prec).Quo(f, half)
	sign := 0.5
	if n.Sign() < 0 {
		sign = -0.5
	}
	k, _ := n.Add(n, big.NewFloat(sign)).Int(nil)
	f.Sub(f, n.Mul(n.SetInt(k), half))
	return int(new(big.Int).And(k, big.NewInt(3)).Int64()), a.within(f, 0)
}

// sincos returns sine and cosine of a, |a| < 1, by their series.
func (a wide) sincos() (sin, cos wide) {
	prec := a.prec + guard
	x := new(big.Float).SetPrec(prec).Set(a.mid)
	s, c := new(big.Float).SetPrec(prec).Set(x), new(big.Float).SetPrec(prec).SetInt64(1)
	term := new(big.Float).SetPrec(prec).Set(x)
	for n := int64(2); significant(term, s); n++ {
		term.Mul(term, x)
		term.Quo(term, new(big.Float).SetInt64(n))
		switch n & 3 {
		case 0:
			c.Add(c, term)
		case 1:
			s.Add(s, term)
		case 2:
			c.Sub(c, term)
		default:
			s.Sub(s, term)
		}
	}
	return a.within(s, 0).blurred(a.rad), a.within(c, 0).blurred(a.rad)
}

// atan2 returns atan(a/b), a >= 0 and b > 0: the angle is halved eight times,
// then comes the series.
func (a wide) atan2(b wide) wide {
	prec := a.prec + guard
	q := wide{prec, a.mid, a.rad}.quo(wide{prec, b.mid, b.rad})
	if a.mid.Sign() == 0 || !q.certain() {
		return a.useless()
	}
	const halvings = 8
	for range halvings {
		one := q.integer(1)
		q = q.quo(q.mul(q).add(one).sqrt().add(one))
	}
	sum := oddSeries(new(big.Float).SetPrec(prec).Set(q.mid), true)
	y := a.within(sum.SetMantExp(sum, halvings), 0)
	r := newRadius().Set(q.rad)
	return y.blurred(r.SetMantExp(r, halvings))
}
