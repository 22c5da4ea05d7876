package libm

import "math/big"

// piTo returns pi with an error below 2^-prec, by Machin's formula
// 16 atan(1/5) - 4 atan(1/239).
func piTo(prec uint) *big.Float {
	a, b := arctanInverse(5, prec+16), arctanInverse(239, prec+16)
	n := a.Sub(a.Lsh(a, 4), b.Lsh(b, 2))
	f := new(big.Float).SetPrec(prec + 8).SetInt(n)
	return f.SetMantExp(f, -int(prec)-16)
}

// ln2To returns the logarithm of 2 with an error below 2^-prec, by
// 18 atanh(1/26) - 2 atanh(1/4801) + 8 atanh(1/8749).
func ln2To(prec uint) *big.Float {
	a, b, c := arctanhInverse(26, prec+16), arctanhInverse(4801, prec+16), arctanhInverse(8749, prec+16)
	n := a.Mul(a, big.NewInt(18))
	n.Sub(n, b.Lsh(b, 1))
	n.Add(n, c.Lsh(c, 3))
	f := new(big.Float).SetPrec(prec + 8).SetInt(n)
	return f.SetMantExp(f, -int(prec)-16)
}

func arctanInverse(n int64, prec uint) *big.Int { return inverseSeries(n, prec, true) }

func arctanhInverse(n int64, prec uint) *big.Int { return inverseSeries(n, prec, false) }

// inverseSeries returns 2^prec times atan(1/n), or atanh(1/n) if the signs do
// not alternate, too small or large by at most a unit for each term.
func inverseSeries(n int64, prec uint, alternate bool) *big.Int {
	power := new(big.Int).Lsh(big.NewInt(1), prec)
	power.Quo(power, big.NewInt(n))
	square, sum, term := big.NewInt(n*n), new(big.Int), new(big.Int)
	for k := int64(1); power.Sign() != 0; k += 2 {
		term.Quo(power, big.NewInt(k))
		if alternate && k&2 != 0 {
			term.Neg(term)
		}
		sum.Add(sum, term)
		power.Quo(power, square)
	}
	return sum
}
