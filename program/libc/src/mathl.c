/* Long double functions that the machine computes. */
#include <math.h>
#include <errno.h>
#include <rift/intrinsics.h>
#include <rift/math.h>

long double __libc_mathl(int fn, long double a, long double b)
{
	long double r;
	__rift_mathl(fn, &r, &a, &b);
	if (r != r) {
		if (a == a && b == b)
			errno = EDOM;
	} else if (r - r != 0) {
		if (a - a == 0 && b - b == 0)
			errno = ERANGE;
	} else if (r == 0 && a - a == 0 && b - b == 0) {
		if (fn == MathExp || fn == MathExp2 || fn == MathErfc || fn == MathTgamma || (fn == MathPow || fn == MathAtan2) && a != 0)
			errno = ERANGE;
	}
	return r;
}

long double sqrtl(long double x)
{
	return __libc_mathl(MathSqrt, x, 0);
}

long double sinl(long double x)
{
	return __libc_mathl(MathSin, x, 0);
}

long double cosl(long double x)
{
	return __libc_mathl(MathCos, x, 0);
}

long double tanl(long double x)
{
	return __libc_mathl(MathTan, x, 0);
}

long double asinl(long double x)
{
	return __libc_mathl(MathAsin, x, 0);
}

long double acosl(long double x)
{
	return __libc_mathl(MathAcos, x, 0);
}

long double atanl(long double x)
{
	return __libc_mathl(MathAtan, x, 0);
}

long double sinhl(long double x)
{
	return __libc_mathl(MathSinh, x, 0);
}

long double coshl(long double x)
{
	return __libc_mathl(MathCosh, x, 0);
}

long double tanhl(long double x)
{
	return __libc_mathl(MathTanh, x, 0);
}

long double asinhl(long double x)
{
	return __libc_mathl(MathAsinh, x, 0);
}

long double acoshl(long double x)
{
	return __libc_mathl(MathAcosh, x, 0);
}

long double atanhl(long double x)
{
	return __libc_mathl(MathAtanh, x, 0);
}

long double expl(long double x)
{
	return __libc_mathl(MathExp, x, 0);
}

long double exp2l(long double x)
{
	return __libc_mathl(MathExp2, x, 0);
}

long double expm1l(long double x)
{
	return __libc_mathl(MathExpm1, x, 0);
}

long double logl(long double x)
{
	return __libc_mathl(MathLog, x, 0);
}

long double log2l(long double x)
{
	return __libc_mathl(MathLog2, x, 0);
}

long double log10l(long double x)
{
	return __libc_mathl(MathLog10, x, 0);
}

long double log1pl(long double x)
{
	return __libc_mathl(MathLog1p, x, 0);
}

long double erfl(long double x)
{
	return __libc_mathl(MathErf, x, 0);
}

long double erfcl(long double x)
{
	return __libc_mathl(MathErfc, x, 0);
}

long double tgammal(long double x)
{
	return __libc_mathl(MathTgamma, x, 0);
}

long double lgammal(long double x)
{
	return __libc_mathl(MathLgamma, x, 0);
}

long double cbrtl(long double x)
{
	return __libc_mathl(MathCbrt, x, 0);
}

long double floorl(long double x)
{
	return __libc_mathl(MathFloor, x, 0);
}

long double ceill(long double x)
{
	return __libc_mathl(MathCeil, x, 0);
}

long double truncl(long double x)
{
	return __libc_mathl(MathTrunc, x, 0);
}

long double roundl(long double x)
{
	return __libc_mathl(MathRound, x, 0);
}

long double rintl(long double x)
{
	return __libc_mathl(MathRint, x, 0);
}

long double nearbyintl(long double x)
{
	return __libc_mathl(MathRint, x, 0);
}

long double exp10l(long double x)
{
	return __libc_mathl(MathPow, 10, x);
}

long double atan2l(long double x, long double y)
{
	return __libc_mathl(MathAtan2, x, y);
}

long double powl(long double x, long double y)
{
	return __libc_mathl(MathPow, x, y);
}

long double fmodl(long double x, long double y)
{
	return __libc_mathl(MathFmod, x, y);
}

long double remainderl(long double x, long double y)
{
	return __libc_mathl(MathRemainder, x, y);
}

long double hypotl(long double x, long double y)
{
	return __libc_mathl(MathHypot, x, y);
}

long double nextafterl(long double x, long double y)
{
	return __libc_mathl(MathNextafter, x, y);
}
