/* Mathematical functions: exact ones in full, others to 12 digits. */
#include <errno.h>
#include <math.h>
#include <stdio.h>

#define SHOW(f, x) printf(" " #f "=%.12g", f(x))

int main(void)
{
	static const double xs[] = {0.0, -0.0, 0.5, 1.0, -1.0, 1.5, 2.5, -2.5, 3.49999, 1e-10, 10.25, -7.75, 100.5, 1e10, 4503599627370497.5, 1e300, -1e-300, 4.9e-324, INFINITY, -INFINITY};
	int n = sizeof xs / sizeof *xs;
	for (int i = 0; i < n; i++) {
		double x = xs[i], whole;
		int e;
		printf("%g:", x);
		printf(" %a %a %a %a %a %a %a", floor(x), ceil(x), trunc(x), round(x), rint(x), nearbyint(x), fabs(x));
		double m = frexp(x, &e);
		printf(" %a %d %a", m, isinf(x) ? 0 : e, ldexp(x, 3));
		double frac = modf(x, &whole);
		printf(" %a %a", frac, whole);
		if (fabs(x) < 1e18)
			printf(" %ld %ld %lld %lld", lround(x), lrint(x), llround(x), llrint(x));
		printf(" %d %d %d %d %d %d\n", fpclassify(x), isnan(x), !!isinf(x), isfinite(x), isnormal(x), !!signbit(x));
		if (x != 0 && isfinite(x))
			printf(" %g %d", logb(x), ilogb(x));
		float f = (float)x;
		int fe;
		printf(" %a %a %a %a %d", floorf(f), roundf(f), fabsf(f), frexpf(f, &fe), fpclassify(f));
		long double l = x, lw;
		printf(" %La %La %La %La %La %d\n", floorl(l), roundl(l), rintl(l), fabsl(l), modfl(l, &lw), fpclassify(l));
		printf(" %a %a %a %a\n", nextafter(x, 10), nextafter(x, -10), nextafterf(f, 10), scalbn(x, -1070));
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			double x = xs[i], y = xs[j];
			printf("%a %a %a %a", fmin(x, y), fmax(x, y), copysign(x, y), fdim(x, y));
			if (y != 0 && !isinf(x))
				printf(" %a %a", fmod(x, y), remainder(x, y));
			printf(" %d%d%d%d\n", isgreater(x, y), isless(x, y), islessgreater(x, y), isunordered(x, NAN));
		}
	static const double args[] = {0.1, 0.5, 0.9, 1, 2, 3.7, 10, 25};
	for (int i = 0; i < 8; i++) {
		double x = args[i];
		SHOW(sqrt, x);
		SHOW(sin, x);
		SHOW(cos, x);
		SHOW(tan, x);
		SHOW(atan, x);
		SHOW(sinh, x);
		SHOW(cosh, x);
		SHOW(tanh, x);
		SHOW(asinh, x);
		SHOW(exp, x);
		SHOW(exp2, x);
		SHOW(expm1, x);
		SHOW(log, x);
		SHOW(log2, x);
		SHOW(log10, x);
		SHOW(log1p, x);
		SHOW(cbrt, x);
		SHOW(erf, x);
		SHOW(erfc, x);
		SHOW(tgamma, x);
		SHOW(lgamma, x);
		if (x <= 1) {
			SHOW(asin, x);
			SHOW(acos, x);
		} else
			SHOW(acosh, x);
		if (x < 1)
			SHOW(atanh, x);
		printf("\n");
		printf("%.6g %.6g %.6g %.6g %.6g\n", sinf(x), expf(x), logf(x), sqrtf(x), powf(x, 1.5f));
		printf("%.12Lg %.12Lg %.12Lg %.12Lg\n", sinl(x), expl(x), logl(x), sqrtl(x));
		for (int j = 0; j < 8; j++)
			printf("%.12g %.12g %.12g ", pow(x, args[j]), atan2(x, args[j]), hypot(x, args[j]));
		printf("\n");
	}
	static double (*const edge[])(double) = {sqrt, log, log10, log2, exp, asin, acos, acosh, atanh, exp2};
	static const double bad[] = {-1, 0, 1, 2, 1000, -1000, INFINITY};
	for (int i = 0; i < 10; i++) {
		for (int j = 0; j < 7; j++) {
			errno = 0;
			double r = edge[i](bad[j]);
			if (isnan(r))
				printf("nan/%d ", errno);
			else
				printf("%.6g/%d ", r, errno);
		}
		puts("");
	}
	errno = 0;
	printf("%g %d ", pow(0, -1), errno);
	errno = 0;
	printf("%g %d ", pow(10, 400), errno);
	errno = 0;
	printf("%d %d\n", isnan(pow(-2, 0.5)), errno);
	printf("%a %a %a %a\n", fma(0x1.0000001p0, 0x1.0000001p0, -1.0), fma(1e308, 10, -INFINITY), fma(0x1p-1000, 0x1p-80, 0x1p-1074), fmaf(0x1.000002p0f, 0x1.000002p0f, -1.0f));
	int q;
	printf("%g", remquo(29, 10, &q));
	printf(" %d\n", q);
	printf("%d %d\n", (int)sizeof(float_t), FP_NORMAL);
	return 0;
}
