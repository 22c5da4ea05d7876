/* Numbers from text. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int main(void)
{
	static const char *inputs[] = {"", "0", "1", "-1", "+7", "  42xyz", "0x1F", "0X", "0xG", "-0x10", "077", "09", "zz", "9223372036854775807", "9223372036854775808",
	                               "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616", "-18446744073709551615",
	                               "99999999999999999999999999", "2147483648", "- 1", "--1", "1e5", "\t\n\v\f\r 5", "0b101", "1010", "7fffffffffffffff", "0x7fffffffffffffff", "z9"};
	static const int bases[] = {0, 2, 8, 10, 16, 36, 1, 37, -1};
	for (unsigned i = 0; i < sizeof inputs / sizeof *inputs; i++)
		for (unsigned b = 0; b < 9; b++) {
			char *e1 = NULL, *e2 = NULL;
			errno = 0;
			long l = strtol(inputs[i], &e1, bases[b]);
			int err1 = errno;
			errno = 0;
			unsigned long u = strtoul(inputs[i], &e2, bases[b]);
			int err2 = errno;
			printf("%u/%d: %ld %d %d  %lu %d %d\n", i, bases[b], l, e1 ? (int)(e1 - inputs[i]) : -1, err1, u, e2 ? (int)(e2 - inputs[i]) : -1, err2);
		}
	for (unsigned i = 0; i < sizeof inputs / sizeof *inputs; i++)
		printf("%d %ld %lld %jd\n", atoi(inputs[i]), atol(inputs[i]), atoll(inputs[i]), strtoimax(inputs[i], NULL, 0));
	static const char *reals[] = {"", "0", "-0", "1", "1.5", ".5", "5.", ".", "-", "1e10", "1e", "1e+", "1E-5x", "inf", "-INFINITY", "infin", "nan", "nan(0x12)", "nan(", "0x1p4", "0x1.8p-1", "0x", "0x.p1",
	                              "1e308", "1e309", "-1e309", "1e-320", "1e-400", "2.2250738585072011e-308", "4.9406564584124654e-324", "2.4703282292062327e-324", "123456789012345678901234567890",
	                              "0.1", "3.14159265358979323846", "  +2.5e-3abc", "1e99999", "1e-99999", "3.4028235e38", "3.4028236e38", "1.17549435e-38", "0x1.fffffffffffff8p0", "9007199254740993", "179769313486231580793e289"};
	for (unsigned i = 0; i < sizeof reals / sizeof *reals; i++) {
		char *e;
		errno = 0;
		double d = strtod(reals[i], &e);
		printf("%s: %.17g %a %d %d", reals[i], d, d, (int)(e - reals[i]), errno);
		errno = 0;
		float f = strtof(reals[i], &e);
		printf("  %.9g %d %d", f, (int)(e - reals[i]), errno);
		errno = 0;
		long double l = strtold(reals[i], &e);
		printf("  %.21Lg %d %d %g\n", l, (int)(e - reals[i]), errno, atof(reals[i]));
	}
	wchar_t *we;
	printf("%ld", wcstol(L" 123x", &we, 10));
	printf(" %lc %g\n", *we, wcstod(L"2.5", NULL));
	printf("%d %ld %lld\n", abs(-5), labs(-5L), llabs(-5LL));
	div_t d = div(-7, 2);
	ldiv_t l = ldiv(7, -2);
	printf("%d %d %ld %ld\n", d.quot, d.rem, l.quot, l.rem);
	int point, sign;
	printf("%s", ecvt(3.14159, 4, &point, &sign));
	printf(" %d %d", point, sign);
	printf(" %s", fcvt(-1234.5678, 2, &point, &sign));
	printf(" %d %d\n", point, sign);
	char buf[64];
	printf("%s %s\n", gcvt(0.00001234, 5, buf), l64a(12345));
	printf("%ld\n", a64l("zz1"));
	return 0;
}
