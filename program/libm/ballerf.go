package libm

import (
	"math/big"
	"sync"
)

// erfTable serves the error functions: of e^(x^2) erfc(x) it has the Taylor series
// at the eighths from 4/8 to 80/8. A row costs some hundred microseconds, so
// that it is made when it is needed.
type erfTable struct {
	near  [25]word // 1/(n! (2n+1)) in units of 2^-127
	slope ball     // 2/sqrt(pi), the slope of erf at 0
	rows  [81]func() *erfRow
}

// erfRow has the magnitudes of the coefficients in units of 2^-127; their signs
// alternate.
type erfRow [27]word

var erfs = sync.OnceValue(func() *erfTable {
	t := &erfTable{slope: ballFrom(unit().integer(2).quo(unit().pi().sqrt()).mid)}
	for n := range t.near {
		t.near[n] = inverseOf(new(big.Int).Mul(factorial(n), big.NewInt(int64(2*n+1))))
	}
	for i := range t.rows {
		t.rows[i] = sync.OnceValue(func() *erfRow { return makeErfRow(i) })
	}
	return t
})

// makeErfRow expands y = e^(x^2) erfc(x) at i/8 by its equation y' = 2xy -
// 2/sqrt(pi). Up to 150 bits are lost in 1 - erf(x), and 30 in the recurrence.
func makeErfRow(i int) *erfRow {
	c := wide{prec: 512}
	a := c.integer(int64(i)).scale(-3)
	slope := c.integer(2).quo(c.pi().sqrt())
	before, here := c.integer(0), c.integer(1).sub(erf(c, a)).mul(a.mul(a).exp())
	r := new(erfRow)
	for k := range r {
		x := here
		if k%2 == 1 {
			x = x.negate()
		}
		r[k] = wordFrom(x.mid, 127)
		next := a.mul(here).add(before).scale(1)
		if k == 0 {
			next = next.sub(slope)
		}
		before, here = here, next.quo(c.integer(int64(k+1)))
	}
	return r
}

// errorFunctions returns erf(a) and erfc(a) of an exact a, 0 < a < 10: below 1/2
// erf by the series at 0 to a^49; else erfc by that at the nearest eighth, of
// which less than 2^-140 is left out. Both polynomials are off by less than
// eight units.
func (a ball) errorFunctions() (erf, erfc ball, ok bool) {
	t := erfs()
	one := a.integer(1)
	if a.top < -1 {
		square := a.mul(a)
		s := horner(square.fixed(), t.near[:], true)
		erf = a.mul(normal(false, s, 0, total(12, grown(square.err, square.top+1)))).mul(t.slope)
		return erf, one.sub(erf), true
	}
	i := int(float64(float64(a.hi)*exp2(a.top-60)) + 0.5) // in eighths
	h := a.sub(one.scale(-3).mul(a.integer(int64(i))))
	s := horner(h.fixed(), t.rows[i]()[:], !h.neg)
	erfc = a.mul(a).negate().exp().mul(normal(false, s, 0, 8))
	return one.sub(erfc), erfc, true
}

func (a wide) errorFunctions() (erf, erfc wide, ok bool) { return a, a, false }
