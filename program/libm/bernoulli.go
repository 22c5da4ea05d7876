package libm

import (
	"math/big"
	"sync"
)

// stirlingBalls is how many coefficients of Stirling's series balls need.
const stirlingBalls = 40

var stirlingTable = sync.OnceValue(func() *[stirlingBalls]ball {
	t := new([stirlingBalls]ball)
	for i, q := range stirlingRatios(stirlingBalls) {
		f := new(big.Float).SetPrec(tablePrecision).SetRat(q)
		neg := f.Sign() < 0
		t[i] = ballFrom(f.Abs(f))
		t[i].neg = neg
	}
	return t
})

// stirlingRatios returns the first n of B(2k)/(2k(2k-1)), k from 1 on, with the
// Bernoulli numbers from sum over j of binomial(m+1, j) B(j) = 0.
func stirlingRatios(n int) []*big.Rat {
	b := []*big.Rat{big.NewRat(1, 1), big.NewRat(-1, 2)}
	ratios := make([]*big.Rat, 0, n)
	for m := 2; len(ratios) < n; m++ {
		sum := new(big.Rat)
		if m%2 == 0 {
			for j, v := range b {
				if v.Sign() != 0 {
					c := new(big.Rat).SetInt(new(big.Int).Binomial(int64(m+1), int64(j)))
					sum.Add(sum, c.Mul(c, v))
				}
			}
			sum.Quo(sum, big.NewRat(-int64(m+1), 1))
			ratios = append(ratios, new(big.Rat).Quo(sum, big.NewRat(int64(m)*int64(m-1), 1)))
		}
		b = append(b, sum)
	}
	return ratios
}

// wideRatios has the coefficients that wide numbers need: as many as some
// precision ever asked for.
var wideRatios = sync.OnceValue(func() []*big.Rat { return stirlingRatios(70) })

func (a ball) stirling(k int) ball {
	if k > stirlingBalls {
		return nothing()
	}
	return stirlingTable()[k-1]
}

func (a wide) stirling(k int) wide {
	ratios := wideRatios()
	if k > len(ratios) {
		ratios = stirlingRatios(2 * k)
	}
	return a.within(new(big.Float).SetPrec(a.prec+guard).SetRat(ratios[k-1]), 0)
}
