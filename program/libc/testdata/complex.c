/* Complex arithmetic and functions, to 9 digits. */
#include <complex.h>
#include <math.h>
#include <stdio.h>

/* Digits that rounding noise could change are not shown. */
static double tidy(double x)
{
	return fabs(x) < 1e-12 ? 0 : x;
}

static void show(const char *name, double complex z)
{
	printf(" %s=%.9g%+.9gi", name, tidy(creal(z)), tidy(cimag(z)));
}

int main(void)
{
	double complex zs[] = {1, I, 3 + 4 * I, -1 + 0.5 * I, 0.25 - 2 * I, -2 - 3 * I};
	for (int i = 0; i < 6; i++) {
		double complex z = zs[i];
		show("z", z);
		show("exp", cexp(z));
		show("log", clog(z));
		show("sqrt", csqrt(z));
		show("sin", csin(z));
		show("cos", ccos(z));
		show("tan", ctan(z));
		show("sinh", csinh(z));
		show("cosh", ccosh(z));
		show("tanh", ctanh(z));
		show("asinh", casinh(z));
		show("conj", conj(z));
		show("proj", cproj(z));
		show("pow", cpow(z, 1.5 - I));
		if (i > 1) {
			show("asin", casin(z));
			show("acos", cacos(z));
			show("atan", catan(z));
			show("acosh", cacosh(z));
			show("atanh", catanh(z));
		}
		printf(" abs=%.9g arg=%.9g\n", cabs(z), carg(z));
		float complex f = (float complex)z;
		printf("%.5g %.5g %.5g\n", cabsf(f), cargf(f), crealf(csqrtf(f)));
		long double complex l = z;
		printf("%.12Lg %.12Lg %.12Lg\n", cabsl(l), cargl(l), creall(cexpl(l)));
		for (int j = 0; j < 6; j++) {
			show("*", z * zs[j]);
			show("/", z / zs[j]);
			printf(" %d", z == zs[j]);
		}
		printf("\n");
	}
	printf("%g %g\n", creal(CMPLX(1.5, -2)), cimag(CMPLX(1.5, -2)));
	return 0;
}
