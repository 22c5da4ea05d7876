/* Floating conversions: all flags, widths and precisions over many values. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double power(int e)
{
	char text[8];
	snprintf(text, sizeof text, "1e%d", e);
	return strtod(text, NULL);
}

int main(void)
{
	static const char *flags[] = {"", "-", "+", " ", "#", "0", "+0", "-#", " 0#"};
	static const char *widths[] = {"", "5", "20"};
	static const char *precs[] = {"", ".0", ".1", ".3", ".10", ".25"};
	static const char convs[] = "eEfFgGaA";
	double values[] = {0.0, -0.0, 1.0, -1.5, 0.1, 123456789.0, 1e-5, 9.9999999, 0.5, 2.5, 1e15, 1e16, 1e100,
	                   DBL_MAX, DBL_MIN, 4.9406564584124654e-324, 999999.4, 0.000123456, 1.0 / 3, -2e-310, INFINITY, -INFINITY};
	unsigned nv = sizeof values / sizeof *values;
	char fmt[64];
	unsigned k = 0;
	for (unsigned f = 0; f < 9; f++)
		for (unsigned w = 0; w < 3; w++)
			for (unsigned p = 0; p < 6; p++)
				for (unsigned c = 0; c < 8; c++) {
					snprintf(fmt, sizeof fmt, "%%%s%s%s%c", flags[f], widths[w], precs[p], convs[c]);
					printf("%s", fmt);
					for (unsigned i = 0; i < 6; i++, k++) {
						printf(" [");
						printf(fmt, values[k * 7 % nv]);
						printf("]");
					}
					printf("\n");
				}
	for (unsigned i = 0; i < nv; i++)
		printf("%f %e %g %a %.17g %.0f %#.0f %.40e\n", values[i], values[i], values[i], values[i], values[i],
		       values[i], values[i], values[i]);
	long double wide[] = {0.0L, 1.0L, 1.0L / 3, -LDBL_MAX, LDBL_MIN, 1e4000L, 0x1.fffffffffffffffep0L, 12345678901234567890.0L};
	for (unsigned i = 0; i < sizeof wide / sizeof *wide; i++) {
		printf("%Lf\n", i == 3 || i == 5 ? 1.0L : wide[i]);
		printf("%Le %Lg %La %.3La %.0La %.20Lg %.15La %.20La\n", wide[i], wide[i], wide[i], wide[i], wide[i], wide[i], wide[i], wide[i]);
	}
	static const char *roundings[] = {"%.0a", "%.1a", "%.2a", "%.12a", "%.13a", "%.14a"};
	double halves[] = {1.5, 2.5, 0x1.08p0, 0x1.18p0, 0x1.f8p0, 0x1.ffp0, 0x1.fffffffffffffp0, 0x0.8p-1022, 0x0.fp-1022};
	for (unsigned r = 0; r < 6; r++)
		for (unsigned i = 0; i < 9; i++) {
			printf(roundings[r], halves[i]);
			putchar(i == 8 ? '\n' : ' ');
		}
	for (double x = 0.05; x < 3; x += 0.1)
		printf("%.0f %.1f %.2f %g %.3g\n", x, x, x, x, x);
	for (int e = -30; e < 30; e++)
		printf("%g %G %#g %.3f %.2e\n", power(e), 1.5 * power(e), power(e), power(e), power(e));
	printf("%f %F %e %g %a\n", NAN, NAN, -NAN, NAN, NAN);
	printf("%10f|%-10f|%010f|%+f\n", NAN, NAN, NAN, NAN);
	return 0;
}
