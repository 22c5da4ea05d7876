package libm

import (
	"math/big"

	"github.com/riftlab/rift/program"
)

// exact returns the results that no interval around them can tell from the
// middle between two neighbours, since they may be just that: those that have
// few bits. Other results of these functions are irrational, or transcendental,
// and some precision tells how to round them.
func exact(fn program.MathFn, f Format, x, y Number) (Number, bool) {
	switch fn {
	case program.MathPow:
		return exactPower(f, x, y)
	case program.MathHypot:
		return exactHypotenuse(f, x, y)
	case program.MathTgamma:
		if x.isInteger() && !x.Neg && x.Exp < 11 {
			return f.roundInteger(false, factorial(int(x.whole())-1), 0), true
		}
	case program.MathExp2:
		if x.isInteger() {
			n := int(x.whole())
			if x.Neg {
				n = -n
			}
			return f.round(false, topBit, 0, n), true
		}
	}
	return Number{}, false
}

// odd returns |x| as m * 2^e with an odd m.
func (x Number) odd() (m *big.Int, e int) {
	m = new(big.Int).SetUint64(x.Sig)
	zeros := m.TrailingZeroBits()
	return m.Rsh(m, zeros), x.Exp - 63 + int(zeros)
}

// exactPower returns x^y if it is a binary fraction of at most 128 bits: y = n *
// 2^-k, n odd, and x = m * 2^e has a root of order 2^k. Of a negative power m is 1.
func exactPower(f Format, x, y Number) (Number, bool) {
	m, e := x.odd()
	n, k := y.odd()
	if y.isInteger() {
		n.Lsh(n, uint(k))
	}
	for ; k < 0; k++ {
		root := new(big.Int).Sqrt(m)
		if e&1 != 0 || new(big.Int).Mul(root, root).Cmp(m) != 0 || k < -64 {
			return Number{}, false
		}
		m, e = root, e/2
	}
	neg := x.Neg && y.isOdd()
	if m.BitLen() == 1 {
		n.Mul(n, big.NewInt(int64(e)))
		if y.Neg {
			n.Neg(n)
		}
		if !n.IsInt64() || n.Int64() > beyond || n.Int64() < -beyond {
			return Number{}, false
		}
		return f.round(neg, topBit, 0, int(n.Int64())), true
	}
	if y.Neg || !n.IsInt64() || n.Int64() > 128 || int(n.Int64())*(m.BitLen()-1) > 128 {
		return Number{}, false
	}
	return f.roundInteger(neg, m.Exp(m, n, nil), e*int(n.Int64())), true
}

// exactHypotenuse returns the hypotenuse if it is a binary fraction.
func exactHypotenuse(f Format, x, y Number) (Number, bool) {
	if x.less(y) {
		x, y = y, x
	}
	if x.Exp-y.Exp > 200 {
		return Number{}, false
	}
	a, d := x.odd()
	b, e := y.odd()
	low := min(d, e)
	a.Lsh(a, uint(d-low))
	b.Lsh(b, uint(e-low))
	sum := a.Mul(a, a)
	sum.Add(sum, b.Mul(b, b))
	root := new(big.Int).Sqrt(sum)
	if new(big.Int).Mul(root, root).Cmp(sum) != 0 {
		return Number{}, false
	}
	return f.roundInteger(false, root, low), true
}

// roundInteger returns (-1)^neg * m * 2^e rounded, m > 0.
func (f Format) roundInteger(neg bool, m *big.Int, e int) Number {
	x := new(big.Float).SetInt(m)
	if neg {
		x.Neg(x)
	}
	return f.roundBig(x.SetMantExp(x, e))
}
