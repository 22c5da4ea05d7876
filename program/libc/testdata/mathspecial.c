/* Special values of the mathematical functions in all formats, with errno. */
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <stdio.h>

#define ONE(f, x) (errno = 0, printf(" %.5g", (double)f(x)), printf(errno ? errno == EDOM ? "D" : "R" : ""))
#define TWO(f, x, y) (errno = 0, printf(" %.5g", (double)f(x, y)), printf(errno ? errno == EDOM ? "D" : "R" : ""))
#define ALL(name) \
	for (int i = 0; i < n; i++) { \
		printf(#name " %g:", xs[i]); \
		ONE(name##f, (float)xs[i]); \
		ONE(name, xs[i]); \
		ONE(name##l, (long double)xs[i]); \
		puts(""); \
	}
#define PAIRS(name) \
	for (int i = 0; i < n; i++) \
		for (int j = 0; j < n; j++) { \
			printf(#name " %g %g:", xs[i], xs[j]); \
			TWO(name##f, (float)xs[i], (float)xs[j]); \
			TWO(name, xs[i], xs[j]); \
			TWO(name##l, (long double)xs[i], (long double)xs[j]); \
			puts(""); \
		}

int main(void)
{
	static volatile double values[] = {0.0, -0.0, INFINITY, -INFINITY, NAN, 1, -1, 2, -2.5, 1e4, -1e4, 1e5, -1e5};
	double xs[13];
	int n = 13;
	for (int i = 0; i < n; i++)
		xs[i] = values[i];
	ALL(sin)
	ALL(cos)
	ALL(tan)
	ALL(asin)
	ALL(acos)
	ALL(atan)
	ALL(sinh)
	ALL(cosh)
	ALL(tanh)
	ALL(asinh)
	ALL(acosh)
	ALL(atanh)
	ALL(exp)
	ALL(exp2)
	ALL(expm1)
	ALL(log)
	ALL(log2)
	ALL(log10)
	ALL(log1p)
	ALL(cbrt)
	ALL(exp10)
	ALL(erf)
	ALL(erfc)
	ALL(tgamma)
	ALL(lgamma)
	PAIRS(pow)
	PAIRS(atan2)
	PAIRS(hypot)
	PAIRS(fmod)
	PAIRS(remainder)
	TWO(atan2f, 1e-40f, 1e30f);
	TWO(atan2, 5e-324, 1e300);
	TWO(pow, 1e-200, 2);
	TWO(powf, 1e-30f, 2);
	TWO(hypot, 1e308, 1.7e308);
	ONE(tgamma, -200.5);
	ONE(expf, -104.f);
	ONE(expf, 89.f);
	ONE(sinhf, 90.f);
	ONE(erfcf, 11.f);
	ONE(expl, 12000.L);
	ONE(expl, -12000.L);
	puts("");
	return 0;
}
