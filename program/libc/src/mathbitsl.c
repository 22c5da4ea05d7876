/* The same for the x87 format: a 64-bit significand with its leading one
   explicit, then 16 bits of sign and exponent. */
#include <math.h>
#include <errno.h>

union bits {
	long double x;
	struct {
		unsigned long mant;
		unsigned short se;
	} p;
};

int __fpclassifyl(long double x)
{
	union bits b = {.x = x};
	int e = b.p.se & 0x7fff;
	if (e == 0x7fff)
		return b.p.mant << 1 ? FP_NAN : FP_INFINITE;
	return e ? FP_NORMAL : b.p.mant ? FP_SUBNORMAL : FP_ZERO;
}

int __signbitl(long double x)
{
	union bits b = {.x = x};
	return b.p.se & 0x8000;
}

int __isnanl(long double x)
{
	return x != x;
}

int __isinfl(long double x)
{
	return __fpclassifyl(x) != FP_INFINITE ? 0 : __signbitl(x) ? -1 : 1;
}

int __finitel(long double x)
{
	union bits b = {.x = x};
	return (b.p.se & 0x7fff) != 0x7fff;
}

long double fabsl(long double x)
{
	union bits b = {.x = x};
	b.p.se &= 0x7fff;
	return b.x;
}

long double copysignl(long double x, long double y)
{
	union bits b = {.x = x}, s = {.x = y};
	b.p.se = b.p.se & 0x7fff | s.p.se & 0x8000;
	return b.x;
}

long double frexpl(long double x, int *exp)
{
	union bits b = {.x = x};
	*exp = 0;
	if ((b.p.se & 0x7fff) == 0x7fff || x == 0)
		return x;
	int extra = 0;
	if (!(b.p.se & 0x7fff)) {
		b.x *= 0x1p64L;
		extra = 64;
	}
	*exp = (b.p.se & 0x7fff) - 16382 - extra;
	b.p.se = b.p.se & 0x8000 | 16382;
	return b.x;
}

long double scalbnl(long double x, int n)
{
	long double y = x;
	for (; n > 16000 && y != 0 && __finitel(y); n -= 16000)
		y *= 0x1p16000L;
	for (; n < -16000 && y != 0 && __finitel(y); n += 15900)
		y *= 0x1p-15900L;
	if (n > 16000)
		n = 16000;
	if (n < -16000)
		n = -16000;
	union bits b = {.x = 1};
	b.p.se = (unsigned short)(16383 + n);
	y *= b.x;
	if (__finitel(x) && x != 0 && (y == 0 || !__finitel(y)))
		errno = ERANGE;
	return y;
}

long double ldexpl(long double x, int n)
{
	return scalbnl(x, n);
}

long double scalblnl(long double x, long n)
{
	return scalbnl(x, n > 70000 ? 70000 : n < -70000 ? -70000 : (int)n);
}

long double modfl(long double x, long double *whole)
{
	union bits b = {.x = x};
	int e = (b.p.se & 0x7fff) - 16383;
	if (e >= 63) {
		*whole = x;
		return x != x ? x : copysignl(0, x);
	}
	if (e < 0) {
		*whole = copysignl(0, x);
		return x;
	}
	b.p.mant &= ~0UL << (63 - e);
	*whole = b.x;
	return copysignl(x - b.x, x);
}

long double fminl(long double x, long double y)
{
	if (x != x || y != y)
		return x != x ? y : x;
	return x < y ? x : y;
}

long double fmaxl(long double x, long double y)
{
	if (x != x || y != y)
		return x != x ? y : x;
	return x > y ? x : y;
}

long double fdiml(long double x, long double y)
{
	return x > y || x != x || y != y ? x - y : 0;
}

int ilogbl(long double x)
{
	int e;
	if (x == 0 || !__finitel(x)) {
		errno = EDOM;
		return x == 0 ? FP_ILOGB0 : x != x ? FP_ILOGBNAN : 0x7fffffff;
	}
	frexpl(x, &e);
	return e - 1;
}

long double logbl(long double x)
{
	if (x == 0) {
		errno = ERANGE;
		return -1 / fabsl(x);
	}
	return __finitel(x) ? ilogbl(x) : x * x;
}
