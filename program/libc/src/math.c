/* Functions that the machine computes; errno is set as glibc does: EDOM where
   there is no value, ERANGE at poles and on overflow and total underflow. */
#include <math.h>
#include <errno.h>
#include <rift/intrinsics.h>
#include <rift/math.h>

double __libc_math(int fn, double a, double b)
{
	double r = __rift_math(fn, a, b);
	if (r != r) {
		if (a == a && b == b)
			errno = EDOM;
	} else if (r - r != 0) {
		if (a - a == 0 && b - b == 0)
			errno = ERANGE;
	} else if (r == 0 && a - a == 0 && b - b == 0) {
		fn &= ~MathSingle;
		if (fn == MathExp || fn == MathExp2 || fn == MathErfc || fn == MathTgamma || (fn == MathPow || fn == MathAtan2) && a != 0)
			errno = ERANGE;
	}
	return r;
}

double sqrt(double x)
{
	if (x < 0)
		errno = EDOM;
	return __rift_math(MathSqrt, x, 0);
}

double sin(double x)
{
	return __libc_math(MathSin, x, 0);
}

double cos(double x)
{
	return __libc_math(MathCos, x, 0);
}

double tan(double x)
{
	return __libc_math(MathTan, x, 0);
}

double asin(double x)
{
	return __libc_math(MathAsin, x, 0);
}

double acos(double x)
{
	return __libc_math(MathAcos, x, 0);
}

double atan(double x)
{
	return __libc_math(MathAtan, x, 0);
}

double sinh(double x)
{
	return __libc_math(MathSinh, x, 0);
}

double cosh(double x)
{
	return __libc_math(MathCosh, x, 0);
}

double tanh(double x)
{
	return __libc_math(MathTanh, x, 0);
}

double asinh(double x)
{
	return __libc_math(MathAsinh, x, 0);
}

double acosh(double x)
{
	return __libc_math(MathAcosh, x, 0);
}

double atanh(double x)
{
	return __libc_math(MathAtanh, x, 0);
}

double exp(double x)
{
	return __libc_math(MathExp, x, 0);
}

double exp2(double x)
{
	return __libc_math(MathExp2, x, 0);
}

double expm1(double x)
{
	return __libc_math(MathExpm1, x, 0);
}

double log(double x)
{
	return __libc_math(MathLog, x, 0);
}

double log2(double x)
{
	return __libc_math(MathLog2, x, 0);
}

double log10(double x)
{
	return __libc_math(MathLog10, x, 0);
}

double log1p(double x)
{
	return __libc_math(MathLog1p, x, 0);
}

double erf(double x)
{
	return __libc_math(MathErf, x, 0);
}

double erfc(double x)
{
	return __libc_math(MathErfc, x, 0);
}

double tgamma(double x)
{
	return __libc_math(MathTgamma, x, 0);
}

double atan2(double x, double y)
{
	return __libc_math(MathAtan2, x, y);
}

double pow(double x, double y)
{
	return __libc_math(MathPow, x, y);
}

double fmod(double x, double y)
{
	return __libc_math(MathFmod, x, y);
}

double remainder(double x, double y)
{
	return __libc_math(MathRemainder, x, y);
}

double hypot(double x, double y)
{
	return __libc_math(MathHypot, x, y);
}

double cbrt(double x)
{
	return __rift_math(MathCbrt, x, 0);
}

double floor(double x)
{
	return __rift_math(MathFloor, x, 0);
}

double ceil(double x)
{
	return __rift_math(MathCeil, x, 0);
}

double trunc(double x)
{
	return __rift_math(MathTrunc, x, 0);
}

double round(double x)
{
	return __rift_math(MathRound, x, 0);
}

double rint(double x)
{
	return __rift_math(MathRint, x, 0);
}
