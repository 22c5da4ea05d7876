package libm

import "github.com/riftlab/rift/program"

// real is what formulas compute with: ball first, and wide where its bounds do
// not tell how to round. Every formula is correct wherever its functions are
// defined; where its error grows, by cancellation, the bounds say so.
type real[T any] interface {
	// integer and number return their argument, exactly.
	integer(n int64) T
	number(x Number) T
	pi() T
	ln2() T
	ln10() T

	add(T) T
	sub(T) T
	mul(T) T
	quo(T) T
	sqrt() T
	negate() T
	scale(n int) T // times 2^n

	exp() T
	expm1() T
	log() T
	log1p() T
	// reduce returns x - q pi/2 and q modulo 4, for x > 0.
	reduce(x Number) (q int, r T)
	sincos() (sin, cos T)
	atan2(T) T // of two that are not negative

	// errorFunctions returns both for exact numbers from 0 to 10, if there is
	// something better than the series.
	errorFunctions() (erf, erfc T, ok bool)

	// order is n if the number is from 2^n to 2^(n+1), or about that.
	order() int
	negative() bool
	certain() bool    // that it is positive, or negative
	bits() int        // of precision
	blur(order int) T // with an error larger by 2^order
	stirling(k int) T // B(2k)/(2k(2k-1)), B(2k) being Bernoulli's numbers
	round(f Format) (Number, bool)
}

// beyond is the exponent of numbers which overflow in every format, and whose
// inverses underflow.
const beyond = 1 << 17

// evaluate computes a function. The arguments are finite and not zero, but for
// x of atan2's and others that special leaves; c only says how exactly.
func evaluate[T real[T]](c T, fn program.MathFn, x, y Number) T {
	switch fn {
	case program.MathSin, program.MathCos, program.MathTan:
		return trigonometric(c, fn, x)
	case program.MathAsin, program.MathAcos, program.MathAtan, program.MathAtan2:
		return inverse(c, fn, x, y)
	case program.MathSinh, program.MathCosh, program.MathTanh, program.MathAsinh, program.MathAcosh, program.MathAtanh:
		return hyperbolic(c, fn, x)
	case program.MathExp:
		return exponential(c, c.number(x))
	case program.MathExp2:
		return powerOfTwo(c, x)
	case program.MathExpm1:
		return c.number(x).expm1()
	case program.MathLog:
		return c.number(x).log()
	case program.MathLog2:
		return c.number(x).log().quo(c.ln2())
	case program.MathLog10:
		return c.number(x).log().quo(c.ln10())
	case program.MathLog1p:
		return c.number(x).log1p()
	case program.MathPow:
		r := exponential(c, c.number(x.signed(false)).log().mul(c.number(y)))
		return withSign(r, x.Neg && y.isOdd())
	case program.MathHypot:
		a, b := c.number(x), c.number(y)
		return a.mul(a).add(b.mul(b)).sqrt()
	case program.MathCbrt:
		r := c.number(x.signed(false)).log().quo(c.integer(3)).exp()
		return withSign(r, x.Neg)
	case program.MathErf, program.MathErfc:
		return errorFunction(c, fn, x)
	case program.MathTgamma, program.MathLgamma:
		return gamma(c, fn, x)
	}
	panic("libm: no formula")
}

func withSign[T real[T]](x T, neg bool) T {
	if neg {
		return x.negate()
	}
	return x
}

// exponential returns e^t for every t.
func exponential[T real[T]](c, t T) T {
	switch {
	case !t.certain():
		return t
	case t.order() < 15:
		return t.exp()
	case t.negative():
		return c.integer(1).scale(-beyond)
	}
	return c.integer(1).scale(beyond)
}

// powerOfTwo returns 2^x: the integer part of x is exact.
func powerOfTwo[T real[T]](c T, x Number) T {
	n := 0
	if x.Exp >= 0 {
		n = int(x.whole())
		if x.Neg {
			n = -n
		}
	}
	r := c.number(x)
	if n != 0 {
		r = r.sub(c.integer(int64(n)))
	}
	return r.mul(c.ln2()).exp().scale(n)
}

func trigonometric[T real[T]](c T, fn program.MathFn, x Number) T {
	q, r := c.reduce(x.signed(false))
	sin, cos := r.sincos()
	if fn == program.MathCos {
		q++
	}
	if q&1 != 0 {
		sin, cos = cos, sin.negate()
	}
	switch {
	case fn == program.MathTan:
		sin = sin.quo(cos)
	case q&2 != 0:
		sin = sin.negate()
	}
	return withSign(sin, x.Neg && fn != program.MathCos)
}

func inverse[T real[T]](c T, fn program.MathFn, x, y Number) T {
	size := c.number(x.signed(false))
	switch fn {
	case program.MathAtan:
		return withSign(size.atan2(c.integer(1)), x.Neg)
	case program.MathAtan2: // of x over y
		r := size.atan2(c.number(y.signed(false)))
		if y.Neg {
			r = c.pi().sub(r)
		}
		return withSign(r, x.Neg)
	}
	if x.signed(false).is(one) {
		if fn == program.MathAcos {
			return c.pi() // of -1
		}
		return withSign(c.pi().scale(-1), x.Neg)
	}
	side := c.integer(1).sub(size).mul(c.integer(1).add(size)).sqrt()
	switch {
	case fn == program.MathAsin:
		return withSign(size.atan2(side), x.Neg)
	case x.Neg:
		return c.pi().sub(side.atan2(size))
	}
	return side.atan2(size)
}

// hyperbolic computes hyperbolic functions and their inverses by functions
// that are exact near zero: expm1 and log1p.
func hyperbolic[T real[T]](c T, fn program.MathFn, x Number) T {
	size, unit := c.number(x.signed(false)), c.integer(1)
	var r T
	switch fn {
	case program.MathCosh:
		e := size.exp()
		return e.add(unit.quo(e)).scale(-1)
	case program.MathSinh:
		u := size.expm1()
		r = u.add(u.quo(u.add(unit))).scale(-1)
	case program.MathTanh:
		u := size.scale(1).expm1()
		r = u.quo(u.add(c.integer(2)))
	case program.MathAsinh:
		square := size.mul(size)
		r = size.add(square.quo(unit.add(unit.add(square).sqrt()))).log1p()
	case program.MathAcosh:
		t := size.sub(unit)
		return t.add(t.mul(t.add(c.integer(2))).sqrt()).log1p()
	default: // atanh
		r = size.scale(1).quo(unit.sub(size)).log1p().scale(-1)
	}
	return withSign(r, x.Neg)
}
