/* Rounding to integers, remainders, and what few programs use. */
#include <math.h>
#include <errno.h>
#include <rift/intrinsics.h>
#include <rift/math.h>

int signgam;

double nearbyint(double x)
{
	return __rift_math(MathRint, x, 0);
}

double nextafter(double x, double y)
{
	return __rift_math(MathNextafter, x, y);
}

double nexttoward(double x, long double y)
{
	if (x == y)
		return (double)y;
	return nextafter(x, x < y ? INFINITY : x > y ? -INFINITY : (double)y);
}

long double nexttowardl(long double x, long double y)
{
	return nextafterl(x, y);
}

double lgamma_r(double x, int *sign)
{
	double down = floor(x);
	*sign = x < 0 && down != x && fmod(down, 2) != 0 ? -1 : 1;
	if (x == 0 && signbit(x))
		*sign = -1;
	return __libc_math(MathLgamma, x, 0);
}

double lgamma(double x)
{
	return lgamma_r(x, &signgam);
}

double gamma(double x)
{
	return lgamma_r(x, &signgam);
}

double exp10(double x)
{
	return __libc_math(MathPow, 10, x);
}

double pow10(double x)
{
	return __libc_math(MathPow, 10, x);
}

double drem(double x, double y)
{
	return remainder(x, y);
}

double significand(double x)
{
	int e;
	double m = frexp(x, &e);
	return x == 0 || !isfinite(x) ? x : 2 * m;
}

double scalb(double x, double n)
{
	return scalbn(x, n > 5000 ? 5000 : n < -5000 ? -5000 : (int)n);
}

void sincos(double x, double *s, double *c)
{
	*s = sin(x);
	*c = cos(x);
}

void sincosf(float x, float *s, float *c)
{
	*s = sinf(x);
	*c = cosf(x);
}

void sincosl(long double x, long double *s, long double *c)
{
	*s = sinl(x);
	*c = cosl(x);
}

double nan(const char *tag)
{
	return NAN;
}

float nanf(const char *tag)
{
	return NAN;
}

long double nanl(const char *tag)
{
	return NAN;
}

long lrint(double x)
{
	return (long)rint(x);
}

long long llrint(double x)
{
	return (long long)rint(x);
}

long lround(double x)
{
	return (long)round(x);
}

long long llround(double x)
{
	return (long long)round(x);
}

/* The quotient's low three bits come from the remainder of eight times y. */
double remquo(double x, double y, int *quotient)
{
	double r = remainder(x, y), n;
	*quotient = 0;
	if (r != r)
		return r;
	n = rint((fmod(x, 8 * y) - r) / y);
	int q = (int)fabs(n) & 7;
	*quotient = signbit(x) != signbit(y) ? -q : q;
	return r;
}

long lrintf(float x)
{
	return (long)rintf(x);
}

long long llrintf(float x)
{
	return (long long)rintf(x);
}

long lroundf(float x)
{
	return (long)roundf(x);
}

long long llroundf(float x)
{
	return (long long)roundf(x);
}

/* The quotient's low three bits come from the remainder of eight times y. */
float remquof(float x, float y, int *quotient)
{
	float r = remainderf(x, y), n;
	*quotient = 0;
	if (r != r)
		return r;
	n = rintf((fmodf(x, 8 * y) - r) / y);
	int q = (int)fabsf(n) & 7;
	*quotient = signbit(x) != signbit(y) ? -q : q;
	return r;
}

long lrintl(long double x)
{
	return (long)rintl(x);
}

long long llrintl(long double x)
{
	return (long long)rintl(x);
}

long lroundl(long double x)
{
	return (long)roundl(x);
}

long long llroundl(long double x)
{
	return (long long)roundl(x);
}

/* The quotient's low three bits come from the remainder of eight times y. */
long double remquol(long double x, long double y, int *quotient)
{
	long double r = remainderl(x, y), n;
	*quotient = 0;
	if (r != r)
		return r;
	n = rintl((fmodl(x, 8 * y) - r) / y);
	int q = (int)fabsl(n) & 7;
	*quotient = signbit(x) != signbit(y) ? -q : q;
	return r;
}
