// Package libm computes the transcendental functions of C's math.h, correctly
// rounded: every result is the number of its format that is nearest to the
// true value, of two the even one. There is one such result, so it does not
// depend on the machine that computes it.
//
// The method is Ziv's: a first phase on 128 bits carries a bound of its error
// with every number (ball); if all numbers within the bound round alike, that
// is the result. Else the same formula is evaluated with 256 bits and more
// (wide), until they do. Results that may lie in the middle of two neighbours,
// where no precision would be enough, are computed exactly before (exact).
// All is integer arithmetic.
//
// Source: Ziv, "Fast evaluation of elementary mathematical functions with
// correctly rounded last bit" (1991); Muller et al., "Handbook of
// Floating-Point Arithmetic" (2nd edition, 2018), chapters 10 and 11.
package libm

import (
	"github.com/riftlab/rift/program"
)

// Eval returns the value of a function at x, or at x and y, rounded to f. Of
// NaNs and where there is no value it returns NaN. Functions that package
// extarith computes exactly (fmod, floor and the like) are not known here.
func Eval(fn program.MathFn, f Format, x, y Number) Number {
	if r, ok := special(fn, f, x, y); ok {
		return r
	}
	if r, ok := evaluate(ball{}, fn, x, y).round(f); ok {
		return r
	}
	if r, ok := exact(fn, f, x, y); ok {
		return r
	}
	for prec := uint(256); ; prec *= 2 {
		if r, ok := evaluate(wide{prec: prec}, fn, x, y).round(f); ok {
			return r
		}
	}
}
