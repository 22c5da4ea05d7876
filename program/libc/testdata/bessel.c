/* Bessel functions to 10 digits. */
#include <math.h>
#include <stdio.h>

int main(void)
{
	static const double xs[] = {1e-8, 0.001, 0.1, 0.5, 1, 2.5, 3.8, 5, 7.3, 10, 14.9, 19.5, 24.9, 25.1, 33, 50, 100, 1234.5};
	for (unsigned i = 0; i < sizeof xs / sizeof *xs; i++) {
		double x = xs[i];
		printf("%g: %.10g %.10g %.10g %.10g", x, j0(x), j1(x), y0(x), y1(x));
		printf(" %.10g %.10g %.10g %.10g", jn(2, x), jn(5, x), jn(30, x), jn(-3, -x));
		printf(" %.10g %.10g %.10g\n", yn(2, x), yn(5, x), yn(-3, x));
	}
	printf("%g %g %g %g %g\n", j0(0), j1(0), jn(3, 0), y0(0), j0(INFINITY));
	return 0;
}
