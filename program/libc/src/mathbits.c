/* Taking floating numbers apart and putting them together, exactly. */
#include <math.h>
#include <errno.h>

union bits {
	double x;
	unsigned long u;
};

#define SIGN 0x8000000000000000UL
#define INF 0x7ff0000000000000UL

static unsigned long bits(double x)
{
	union bits b = {.x = x};
	return b.u;
}

static double number(unsigned long u)
{
	union bits b = {.u = u};
	return b.x;
}

int __fpclassify(double x)
{
	unsigned long u = bits(x) & ~SIGN;
	if (u >= INF)
		return u == INF ? FP_INFINITE : FP_NAN;
	return u >> 52 ? FP_NORMAL : u ? FP_SUBNORMAL : FP_ZERO;
}

int __signbit(double x)
{
	return bits(x) >> 63 ? 128 : 0;
}

int __isnan(double x)
{
	return x != x;
}

int __isinf(double x)
{
	unsigned long u = bits(x);
	return (u & ~SIGN) != INF ? 0 : u >> 63 ? -1 : 1;
}

int __finite(double x)
{
	return (bits(x) & INF) != INF;
}

#undef isnan
int isnan(double x)
{
	return x != x;
}

#undef isinf
int isinf(double x)
{
	return __isinf(x);
}

int finite(double x)
{
	return __finite(x);
}

double fabs(double x)
{
	return number(bits(x) & ~SIGN);
}

double copysign(double x, double y)
{
	return number(bits(x) & ~SIGN | bits(y) & SIGN);
}

double frexp(double x, int *exp)
{
	unsigned long u = bits(x);
	int e = (int)(u >> 52 & 0x7ff);
	*exp = 0;
	if (e == 0x7ff || !(u & ~SIGN))
		return x + x;
	if (!e) {
		u = bits(x * 0x1p64);
		e = (int)(u >> 52 & 0x7ff) - 64;
	}
	*exp = e - 1022;
	return number(u & ~INF | 1022UL << 52);
}

/* x * 2^n, rounded once. */
double scalbn(double x, int n)
{
	double y = x;
	for (; n > 1023 && y != 0 && __finite(y); n -= 1023)
		y *= 0x1p1023;
	/* stay 53 bits above the denormals until the last step */
	for (; n < -1022 && y != 0 && __finite(y); n += 969)
		y *= 0x1p-969;
	if (n > 1023)
		n = 1023;
	if (n < -1022)
		n = -1022;
	y *= number((unsigned long)(n + 1023) << 52);
	if (__finite(x) && x != 0 && (y == 0 || !__finite(y)))
		errno = ERANGE;
	return y;
}

double ldexp(double x, int n)
{
	return scalbn(x, n);
}

double scalbln(double x, long n)
{
	return scalbn(x, n > 5000 ? 5000 : n < -5000 ? -5000 : (int)n);
}

double modf(double x, double *whole)
{
	unsigned long u = bits(x);
	int e = (int)(u >> 52 & 0x7ff) - 1023;
	if (e >= 52) {
		*whole = x;
		return e == 1024 && u << 12 ? x : number(u & SIGN);
	}
	if (e < 0) {
		*whole = number(u & SIGN);
		return x;
	}
	double i = number(u & ~(0xfffffffffffffUL >> e));
	*whole = i;
	return copysign(x - i, x);
}

double fmin(double x, double y)
{
	if (x != x || y != y)
		return x != x ? y : x;
	return x < y ? x : y;
}

double fmax(double x, double y)
{
	if (x != x || y != y)
		return x != x ? y : x;
	return x > y ? x : y;
}

double fdim(double x, double y)
{
	if (x != x || y != y)
		return x + y;
	return x > y ? x - y : 0;
}

double logb(double x)
{
	int e;
	if (x == 0) {
		errno = ERANGE;
		return -1 / fabs(x);
	}
	if (!__finite(x))
		return x * x;
	frexp(x, &e);
	return e - 1;
}

int ilogb(double x)
{
	int e;
	if (x == 0 || !__finite(x)) {
		errno = EDOM;
		return x == 0 ? FP_ILOGB0 : x != x ? FP_ILOGBNAN : 0x7fffffff;
	}
	frexp(x, &e);
	return e - 1;
}
