package libm

import "github.com/riftlab/rift/program"

// errorFunction returns erf(x) or erfc(x).
func errorFunction[T real[T]](c T, fn program.MathFn, x Number) T {
	size := c.number(x.signed(false))
	far := x.Exp >= 0 && x.float()*x.float() > 0.7*float64(c.bits())
	if x.float() < 10 || !far {
		p, q, ok := size.errorFunctions()
		if !ok {
			// This difference costs as many bits as erfc is small by; from
			// half of the distance on the second phase has them.
			p = erf(c, size)
			q = c.integer(1).sub(p)
		}
		switch {
		case fn == program.MathErf:
			return withSign(p, x.Neg)
		case x.Neg:
			return c.integer(1).add(p)
		}
		return q
	}
	return erfcFar(c, size)
}

// erf returns the error function of x > 0 by the series without cancellation,
// 2 x e^(-x^2) / sqrt(pi) * sum of (2 x^2)^n / (1 3 5 ... (2n+1)).
// Source: Abramowitz and Stegun, 7.1.6.
func erf[T real[T]](c, x T) T {
	square := x.mul(x)
	double := square.scale(1)
	sum, term := c.integer(1), c.integer(1)
	for n := int64(1); ; n++ {
		term = term.mul(double).quo(c.integer(2*n + 1))
		if !term.certain() {
			return term
		}
		sum = sum.add(term)
		// Once the ratio of terms is below 1/2, what follows is below the last.
		if term.order() < sum.order()-c.bits() && double.scale(1).order() < c.integer(n+1).order() {
			break
		}
	}
	sum = sum.blur(term.order() + 2)
	return x.scale(1).mul(sum).mul(square.negate().exp()).quo(c.pi().sqrt())
}

// erfcFar returns erfc(x) by its asymptotic series, whose error is less than the
// first term that is left out. Source: Abramowitz and Stegun, 7.1.23-24.
func erfcFar[T real[T]](c, x T) T {
	square := x.mul(x)
	double := square.scale(1)
	sum, term := c.integer(1), c.integer(1)
	for n := int64(1); ; n++ {
		next := term.mul(c.integer(2*n - 1)).quo(double).negate()
		if !next.certain() {
			return next
		}
		if next.order() < -c.bits() || next.order() >= term.order() && n > 2 && c.integer(2*n).order() > double.order() {
			sum = sum.blur(next.order() + 2)
			break
		}
		term = next
		sum = sum.add(term)
	}
	return square.negate().exp().mul(sum).quo(x.mul(c.pi().sqrt()))
}

// gamma returns the gamma function of x, or the logarithm of its magnitude.
func gamma[T real[T]](c T, fn program.MathFn, x Number) T {
	log := fn == program.MathLgamma
	if x.Neg && (log || x.Exp >= 5) {
		// gamma(x) gamma(1-x) = pi / sin(pi x)
		other := c.integer(1).sub(c.number(x))
		s := c.pi().quo(sinPi(c, x))
		if log {
			if s.negative() {
				s = s.negate()
			}
			return s.log().sub(logGamma(c, other))
		}
		return s.quo(logGamma(c, other).exp())
	}
	if log {
		return logGamma(c, c.number(x))
	}
	z, product := rising(c, c.number(x))
	return stirling(c, z).exp().quo(product)
}

// logGamma returns log(gamma(z)) for z > 0.
func logGamma[T real[T]](c, z T) T {
	z, product := rising(c, z)
	return stirling(c, z).sub(product.log())
}

// rising returns z + n and z (z+1) ... (z+n-1), with n such that the asymptotic
// series serves for z + n.
func rising[T real[T]](c, z T) (next, product T) {
	product = c.integer(1)
	least := c.integer(int64(c.bits()/5 + 1))
	for z.order() < 16 && z.sub(least).negative() {
		product = product.mul(z)
		z = z.add(c.integer(1))
	}
	return z, product
}

// stirling returns log(gamma(z)) by Stirling's series, whose error is less than
// the first term that is left out, for a z of a fifth of the bits or more.
// Source: Abramowitz and Stegun, 6.1.40-42.
func stirling[T real[T]](c, z T) T {
	half := c.integer(1).scale(-1)
	sum := z.sub(half).mul(z.log()).sub(z).add(c.pi().scale(1).log().scale(-1))
	square, power := z.mul(z), z
	for k := 1; ; k++ {
		term := c.stirling(k).quo(power)
		if !term.certain() || !sum.certain() {
			return c.integer(1).blur(c.bits())
		}
		if term.order() < sum.order()-c.bits() || term.order() < -c.bits() {
			return sum.blur(term.order() + 2)
		}
		sum = sum.add(term)
		power = power.mul(square)
	}
}

// sinPi returns sin(pi x) for an x that is no integer.
func sinPi[T real[T]](c T, x Number) T {
	n := int64(0)
	if x.Exp >= 0 {
		n = int64(x.whole())
	}
	f := c.number(x.signed(false))
	if n != 0 {
		f = f.sub(c.integer(n)) // exact; from 0 to 1
	}
	neg := n&1 != 0 != x.Neg
	quarter := c.integer(1).scale(-2)
	if !f.sub(c.integer(3).scale(-2)).negative() {
		f = c.integer(1).sub(f)
	}
	if f.sub(quarter).negative() {
		s, _ := f.mul(c.pi()).sincos()
		return withSign(s, neg)
	}
	_, s := f.sub(c.integer(1).scale(-1)).mul(c.pi()).sincos()
	return withSign(s, neg)
}
