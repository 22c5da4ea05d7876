/* Reads records of a function, as program.MathFn numbers it, a format, by its bits of
   precision, and arguments; writes them with what the host's C library gives. */
#include <math.h>
#include <stdio.h>
#include <string.h>

struct record {
	int fn, format;
	long double x, y, result;
};

#define ONE(number, name) [number] = {name##f, name, name##l, 0, 0, 0}
#define TWO(number, name) [number] = {0, 0, 0, name##f, name, name##l}

static const struct {
	float (*f1)(float);
	double (*d1)(double);
	long double (*l1)(long double);
	float (*f2)(float, float);
	double (*d2)(double, double);
	long double (*l2)(long double, long double);
} functions[] = {
	ONE(1, sin), ONE(2, cos), ONE(3, tan), ONE(4, asin), ONE(5, acos), ONE(6, atan), TWO(7, atan2),
	ONE(8, sinh), ONE(9, cosh), ONE(10, tanh), ONE(11, asinh), ONE(12, acosh), ONE(13, atanh),
	ONE(14, exp), ONE(15, exp2), ONE(16, expm1), ONE(17, log), ONE(18, log2), ONE(19, log10), ONE(20, log1p),
	TWO(21, pow), TWO(22, hypot), ONE(23, cbrt),
	ONE(31, erf), ONE(32, erfc), ONE(33, tgamma), ONE(34, lgamma),
};

static long double call(const struct record *r)
{
	int i = r->fn, one = functions[i].d1 != 0;
	switch (r->format) {
	case 24:
		return one ? functions[i].f1(r->x) : functions[i].f2(r->x, r->y);
	case 53:
		return one ? functions[i].d1(r->x) : functions[i].d2(r->x, r->y);
	}
	return one ? functions[i].l1(r->x) : functions[i].l2(r->x, r->y);
}

int main(void)
{
	struct record r;
	memset(&r, 0, sizeof r);
	while (fread(&r, sizeof r, 1, stdin) == 1) {
		r.result = call(&r);
		fwrite(&r, sizeof r, 1, stdout);
	}
	return 0;
}
