/* Results that are exact, and powers of which good libraries give the nearest. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	volatile double ten = 10, three = 3, half = 0.5, third = 1.0 / 3;
	double p = 1;
	int bad = 0;
	for (int k = 0; k <= 22; k++, p *= 10)
		if (log10(p) != k || (int)log10(p) != k || pow(ten, k) != p)
			bad++;
	printf("powers of ten up to 22: %d bad\n", bad);
	bad = 0;
	for (int k = -22; k <= 22; k++) {
		char text[20];
		sprintf(text, "1e%d", k);
		bad += pow(ten, k) != strtod(text, 0);
	}
	printf("powers of ten from -22 to 22: %d not nearest\n", bad);
	bad = 0;
	for (int k = -1074; k < 1024; k++) {
		volatile double x = ldexp(1, k);
		bad += log2(x) != k || exp2(k) != x || pow(2, k) != x;
	}
	printf("powers of two: %d bad\n", bad);
	bad = 0;
	for (int k = 1; k < 2000; k++) {
		volatile double x = k;
		bad += sqrt(x * x) != x || pow(x, 2) != x * x || pow(x * x, half) != x || hypot(3 * x, 4 * x) != 5 * x;
		bad += powf(x, 2) != (float)(x * x) || cbrtl((long double)x * x * x) != x || powl(x, 3) != (long double)x * x * x;
	}
	printf("squares and cubes: %d bad\n", bad);
	printf("%a %a %a\n", pow(three, 20), pow(three, 33), pow(1.1, 365));
	printf("%a %a %a %a\n", pow(27, third), exp(1), log(three), sin(three));
	printf("%.17g %a %a\n", pow(1.05, 30), pow(2, half), log2(8));
	printf("%d %d %d\n", (int)log10(1000) + 1, (int)(log10(ten) * 100), (int)pow(5, three));
	printf("%a %a %a\n", exp(-745), exp(709.78), exp2(-1074.5));
	printf("%a %a %a\n", expf(88.5f), powf(1.5f, 200), exp2f(-149));
	/* the information of a table of three equal rows 8 4 2: above 0 by rounding */
	double f[3] = {8, 4, 2}, columns[3] = {24, 12, 6}, info = 42 * log(42);
	for (int i = 0; i < 3; i++) {
		info -= 14 * log(14);
		for (int j = 0; j < 3; j++)
			info += f[j] * log(f[j]);
	}
	for (int j = 0; j < 3; j++)
		info -= columns[j] * log(columns[j]);
	printf("%d\n", info >= 0);
	return 0;
}
