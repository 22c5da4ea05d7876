/* long double and 128-bit integers. */
#include <stdio.h>

typedef __int128 i128;
typedef unsigned __int128 u128;

static void show(u128 v) { printf("%016lx%016lx\n", (unsigned long)(v >> 64), (unsigned long)v); }

int main(void)
{
	i128 a = -5;
	u128 b = (u128)1 << 100;
	for (int i = 1; i < 20; i++) {
		a = a * -31 + i;
		b = b / 3 + (u128)a % 1000003;
		b ^= b << 17;
		show(a);
		show(b);
		show(a >> i);
		show(b >> (i * 6));
		show((u128)(a / i));
		show((u128)(a % (i + 2)));
	}
	printf("%d %d %d %d\n", a < 0, (u128)a < b, a == (i128)(u128)a, b >= 1);
	double d = (double)a;
	printf("%.17g %.17g %d\n", d, (double)b, (int)a);
	show((u128)(i128)-1e20);
	long double x = 1.0L / 3, y = 1e4000L;
	printf("%.25Lg %.10Lg %d %d\n", x, y * x, x < y, x == 1.0 / 3);
	printf("%ld %lu %d %.17g\n", (long)(x * 1e18L), (unsigned long)(x * 5e19L), (int)-2.9L, (double)(x * 7));
	return 0;
}
