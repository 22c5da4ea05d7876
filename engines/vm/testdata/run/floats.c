/* float, double and long double: arithmetic, comparison, conversion, NaN. */
#include <stdio.h>
#include <string.h>

static void show(double d)
{
	unsigned long u;
	memcpy(&u, &d, 8);
	printf("%016lx %.17g\n", u, d);
}

static void showf(float d)
{
	unsigned u;
	memcpy(&u, &d, 4);
	printf("%08x %.9g\n", u, d);
}

static double zero;
static double values[] = {0.0, -0.0, 1.5, -2.75, 1e300, 1e-300, 3.0e9, -3.0e9, 1e19, 123456789.125};

int main(void)
{
	int n = sizeof values / sizeof *values;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			double a = values[i], b = values[j];
			show(a + b);
			show(a - b);
			show(a * b);
			if (a != 0 || b != 0)
				show(a / b);
			showf((float)a + (float)b * 0.1f);
			printf("%d%d%d%d%d%d\n", a < b, a <= b, a == b, a != b, a > b, a >= b);
		}
	double nan = zero / zero, inf = 1 / zero;
	printf("%d%d%d%d%d%d\n", nan < nan, nan <= 1, nan == nan, nan != nan, nan > 1, nan >= nan);
	printf("%d %d\n", inf > 1e308, -inf < inf);
	if (nan)
		printf("true\n");
	for (int i = 0; i < n; i++) {
		double d = values[i];
		printf("%ld\n", d < 9e18 && d > -9e18 ? (long)d : 0);
		printf("%lu\n", d >= 0 && d < 1.8e19 ? (unsigned long)d : 0);
		printf("%d %u\n", d < 2e9 && d > -2e9 ? (int)d : 0, d >= 0 && d < 4e9 ? (unsigned)d : 0);
	}
	show((double)-7);
	show((double)18446744073709551615ul);
	showf((float)16777217);
	showf((float)9223372036854775807l);
	showf(1.1);
	show(1.1f);
	long double l = 1;
	for (int i = 1; i < 30; i++)
		l = l * i / 3 + 0.5L;
	printf("%.20Lg %d %ld\n", l, l > 1e10L, (long)(l / 1e12L));
	show((double)(l * l));
	return 0;
}
