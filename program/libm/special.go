package libm

import "github.com/riftlab/rift/program"

// special returns the results that no formula computes: those of infinities,
// zeros and NaNs, those outside of domains, at poles, and where a result is
// certain because the argument is far out. Source: C23, Annex F.10, and what
// glibc does where that leaves a choice, the signs of NaNs for instance.
func special(fn program.MathFn, f Format, x, y Number) (Number, bool) {
	switch fn {
	case program.MathPow:
		return specialPower(x, y)
	case program.MathAtan2:
		return specialAngle(f, x, y)
	case program.MathHypot:
		return specialHypotenuse(x, y)
	}
	if x.Class == NaN {
		return nan, true
	}
	switch fn {
	case program.MathSin, program.MathTan:
		return atInfinity(x, nan)
	case program.MathCos:
		return evenCase(x, nan)
	case program.MathAsin, program.MathAcos, program.MathAtan:
		return specialInverse(fn, f, x)
	case program.MathSinh, program.MathCosh, program.MathTanh, program.MathAsinh, program.MathAcosh, program.MathAtanh:
		return specialHyperbolic(fn, x)
	case program.MathExp, program.MathExp2, program.MathExpm1:
		return specialExponential(fn, x)
	case program.MathLog, program.MathLog2, program.MathLog10, program.MathLog1p:
		return specialLogarithm(fn, f, x)
	case program.MathErf, program.MathErfc:
		return specialError(fn, x)
	case program.MathTgamma, program.MathLgamma:
		return specialGamma(fn, x)
	}
	return atInfinity(x, x) // cbrt
}

// far reports |x| >= 2^n, infinities included.
func (x Number) far(n int) bool { return x.Class == Inf || x.Class == Finite && x.Exp >= n }

// atInfinity is a function with f(±0) = ±0, and limit at both infinities.
func atInfinity(x, limit Number) (Number, bool) {
	switch x.Class {
	case Zero:
		return x, true
	case Inf:
		return limit, true
	}
	return x, false
}

// evenCase is a function that is 1 at 0, and limit at both infinities.
func evenCase(x, limit Number) (Number, bool) {
	switch x.Class {
	case Zero:
		return one, true
	case Inf:
		return limit, true
	}
	return x, false
}

// quarterPis returns pi times n/4, rounded.
func quarterPis(f Format, n int64, neg bool) Number {
	p := angles().pi.scale(-2).mul(ball{}.integer(n))
	p.neg = neg
	r, _ := p.round(f)
	return r
}

func specialInverse(fn program.MathFn, f Format, x Number) (Number, bool) {
	switch {
	case fn == program.MathAtan && x.Class == Inf:
		return quarterPis(f, 2, x.Neg), true
	case fn == program.MathAtan:
		return atInfinity(x, x)
	case one.less(x):
		return nan.signed(false), true
	case fn == program.MathAsin:
		return atInfinity(x, x)
	case x.Class == Zero:
		return quarterPis(f, 2, false), true
	case x.is(one):
		return null, true
	}
	return x, false
}

func specialAngle(f Format, x, y Number) (Number, bool) {
	switch {
	case x.Class == NaN || y.Class == NaN:
		return nan, true
	case x.Class == Inf && y.Class == Inf && y.Neg:
		return quarterPis(f, 3, x.Neg), true
	case x.Class == Inf && y.Class == Inf:
		return quarterPis(f, 1, x.Neg), true
	case x.Class == Inf || y.Class == Zero && x.Class != Zero:
		return quarterPis(f, 2, x.Neg), true
	case (x.Class == Zero || y.Class == Inf) && y.Neg:
		return quarterPis(f, 4, x.Neg), true
	case x.Class == Zero || y.Class == Inf:
		return null.signed(x.Neg), true
	}
	return x, false
}

func specialHyperbolic(fn program.MathFn, x Number) (Number, bool) {
	switch fn {
	case program.MathSinh:
		if x.far(15) {
			return infinity.signed(x.Neg), true
		}
	case program.MathCosh:
		if x.far(15) {
			return infinity, true
		}
		return evenCase(x, x)
	case program.MathTanh:
		if x.far(6) { // the rest is below 2^-180
			return one.signed(x.Neg), true
		}
	case program.MathAcosh:
		switch {
		case x.Neg || x.less(one):
			return nan, true
		case x.is(one):
			return null, true
		}
	case program.MathAtanh:
		switch {
		case one.less(x):
			return nan, true
		case x.signed(false).is(one):
			return infinity.signed(x.Neg), true
		}
	}
	return atInfinity(x, x)
}

func specialExponential(fn program.MathFn, x Number) (Number, bool) {
	switch {
	case fn == program.MathExpm1 && x.Class == Zero:
		return x, true
	case fn == program.MathExpm1 && x.Neg && x.far(7): // the rest is below 2^-184
		return one.signed(true), true
	case x.far(15) && x.Neg:
		return null, true
	case x.far(15):
		return infinity, true
	}
	return evenCase(x, x)
}

func specialLogarithm(fn program.MathFn, f Format, x Number) (Number, bool) {
	switch {
	case fn != program.MathLog1p && x.Class == Zero, fn == program.MathLog1p && x.is(one.signed(true)):
		return infinity.signed(true), true
	case fn == program.MathLog1p && x.Class == Zero:
		return x, true
	case x.Neg && (fn != program.MathLog1p || one.less(x)):
		positive := fn == program.MathLog10 || f == Extended && fn != program.MathLog1p
		return nan.signed(!positive), true
	case x.Class == Inf:
		return x, true
	case fn != program.MathLog1p && x.is(one):
		return null, true
	}
	return x, false
}

func specialHypotenuse(x, y Number) (Number, bool) {
	switch {
	case x.Class == Inf || y.Class == Inf:
		return infinity, true
	case x.Class == NaN || y.Class == NaN:
		return nan, true
	case x.Class == Zero:
		return y.signed(false), true
	case y.Class == Zero:
		return x.signed(false), true
	}
	return x, false
}

func specialPower(x, y Number) (Number, bool) {
	odd := y.Class == Finite && y.isOdd()
	switch {
	case y.Class == Zero || x.is(one):
		return one, true
	case x.Class == NaN || y.Class == NaN:
		return nan, true
	case y.Class == Inf:
		size := x.signed(false)
		switch {
		case size.is(one):
			return one, true
		case size.less(one) == y.Neg:
			return infinity, true
		}
		return null, true
	case x.Class == Inf || x.Class == Zero:
		if (x.Class == Inf) != y.Neg {
			return infinity.signed(x.Neg && odd), true
		}
		return null.signed(x.Neg && odd), true
	case x.Neg && !y.isInteger():
		return nan, true
	case x.is(one.signed(true)):
		return one.signed(odd), true
	}
	return x, false
}

func specialError(fn program.MathFn, x Number) (Number, bool) {
	switch {
	case fn == program.MathErf && x.Class == Zero:
		return x, true
	case fn == program.MathErf && x.far(3): // the rest is below 2^-96
		return one.signed(x.Neg), true
	case fn == program.MathErf:
		return x, false
	case x.Class == Zero:
		return one, true
	case x.far(3) && x.Neg:
		return integer(2), true
	case x.far(7): // below e^-16384
		return null, true
	}
	return x, false
}

func specialGamma(fn program.MathFn, x Number) (Number, bool) {
	log := fn == program.MathLgamma
	switch {
	case x.Class == Inf && (log || !x.Neg):
		return infinity, true
	case x.Class == Inf:
		return nan.signed(false), true
	case x.Class == Zero:
		return infinity.signed(x.Neg && !log), true
	case x.Neg && x.isInteger():
		if log {
			return infinity, true
		}
		return nan.signed(false), true
	case log && (x.is(one) || x.is(integer(2))):
		return null, true
	case !log && x.far(11) && x.Neg: // below 1/1900!, even beside a pole
		return null.signed(x.whole()&1 == 0), true
	case !log && x.far(11):
		return infinity, true
	}
	return x, false
}
