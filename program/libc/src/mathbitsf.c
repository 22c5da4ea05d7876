/* The same for float. */
#include <math.h>
#include <errno.h>

union bits {
	float x;
	unsigned int u;
};

static unsigned int bits(float x)
{
	union bits b = {.x = x};
	return b.u;
}

static float number(unsigned int u)
{
	union bits b = {.u = u};
	return b.x;
}

int __fpclassifyf(float x)
{
	unsigned int u = bits(x) & 0x7fffffff;
	if (u >= 0x7f800000)
		return u == 0x7f800000 ? FP_INFINITE : FP_NAN;
	return u >> 23 ? FP_NORMAL : u ? FP_SUBNORMAL : FP_ZERO;
}

int __signbitf(float x)
{
	return bits(x) >> 31 ? 8 : 0;
}

int __isnanf(float x)
{
	return x != x;
}

int __isinff(float x)
{
	unsigned int u = bits(x);
	return (u & 0x7fffffff) != 0x7f800000 ? 0 : u >> 31 ? -1 : 1;
}

int __finitef(float x)
{
	return (bits(x) & 0x7f800000) != 0x7f800000;
}

int isnanf(float x)
{
	return x != x;
}

int isinff(float x)
{
	return __isinff(x);
}

int finitef(float x)
{
	return __finitef(x);
}

float fabsf(float x)
{
	return number(bits(x) & 0x7fffffff);
}

float copysignf(float x, float y)
{
	return number(bits(x) & 0x7fffffff | bits(y) & 0x80000000);
}

float frexpf(float x, int *exp)
{
	return (float)frexp(x, exp);
}

float scalbnf(float x, int n)
{
	return (float)scalbn(x, n);
}

float ldexpf(float x, int n)
{
	return (float)scalbn(x, n);
}

float scalblnf(float x, long n)
{
	return (float)scalbln(x, n);
}

float modff(float x, float *whole)
{
	double w, rest = modf(x, &w);
	*whole = (float)w;
	return (float)rest;
}

float fminf(float x, float y)
{
	return (float)fmin(x, y);
}

float fmaxf(float x, float y)
{
	return (float)fmax(x, y);
}

float fdimf(float x, float y)
{
	return x > y || x != x || y != y ? x - y : 0;
}

float logbf(float x)
{
	return (float)logb(x);
}

int ilogbf(float x)
{
	return ilogb(x);
}

/* Steps through the bit patterns, which are ordered like the numbers. */
float nextafterf(float x, float y)
{
	if (x != x || y != y)
		return x + y;
	if (x == y)
		return y;
	if (x == 0)
		return number(bits(y) & 0x80000000 | 1);
	unsigned int u = bits(x);
	return number((x < y) == (x > 0) ? u + 1 : u - 1);
}

float nexttowardf(float x, long double y)
{
	if (x == y)
		return (float)y;
	return nextafterf(x, x < y ? INFINITY : x > y ? -INFINITY : (float)y);
}
