/* Recursion, function pointers, variable arguments, structures by value. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct big { long v[5]; char c; };
struct small { short a, b; };

static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int even(unsigned n);
static int odd(unsigned n) { return n ? even(n - 1) : 0; }
static int even(unsigned n) { return n ? odd(n - 1) : 1; }

static long sum(int n, ...)
{
	va_list ap, again;
	long s = 0;
	va_start(ap, n);
	va_copy(again, ap);
	for (int i = 0; i < n; i++)
		s += va_arg(ap, int);
	va_end(ap);
	for (int i = 0; i < n; i++)
		s = s * 3 + va_arg(again, int);
	va_end(again);
	return s;
}

static double mixed(const char *kinds, ...)
{
	va_list ap;
	double s = 0;
	va_start(ap, kinds);
	for (; *kinds; kinds++)
		switch (*kinds) {
		case 'i': s += va_arg(ap, int); break;
		case 'l': s += va_arg(ap, long); break;
		case 'd': s += va_arg(ap, double); break;
		case 's': s += strlen(va_arg(ap, char *)); break;
		case 'b': { struct big b = va_arg(ap, struct big); s += b.v[4] + b.c; break; }
		case 'm': { struct small m = va_arg(ap, struct small); s += m.a * m.b; break; }
		case 'L': s += va_arg(ap, long double); break;
		}
	va_end(ap);
	return s;
}

static struct big rotate(struct big b)
{
	long t = b.v[0];
	for (int i = 0; i < 4; i++)
		b.v[i] = b.v[i + 1];
	b.v[4] = t;
	b.c++;
	return b;
}

static int add(int a, int b) { return a + b; }
static int mul(int a, int b) { return a * b; }
static int (*const table[])(int, int) = {add, mul};

static int descending(const void *a, const void *b) { return *(const int *)b - *(const int *)a; }

static int depth(int n)
{
	volatile char pad[100];
	pad[n % 100] = n;
	return n ? depth(n - 1) + pad[n % 100] % 2 : 0;
}

static int old_style(a, b) int a; char b; { return a - b; }

int main(int argc, char **argv)
{
	printf("%d %d %d\n", fib(20), even(1000), odd(77));
	printf("%ld %ld\n", sum(0), sum(12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, -12));
	struct big b = {{1, 2, 3, 4, 5}, 'x'};
	struct small m = {3, -4};
	printf("%g\n", mixed("ildsbmLi", 1, 2l, 0.5, "four", b, m, 1.25L, 7));
	struct big c = rotate(rotate(b));
	printf("%ld %ld %c %ld\n", c.v[0], c.v[4], c.c, b.v[0]);
	int x = 1;
	for (int i = 0; i < 10; i++)
		x = table[i & 1](x, i + 1);
	printf("%d %d %d\n", x, (table[0] == add) + (table[1] != add), (**table[1])(6, 7));
	int a[] = {3, 1, 4, 1, 5, 9, 2, 6};
	qsort(a, 8, sizeof *a, descending);
	for (int i = 0; i < 8; i++)
		printf("%d", a[i]);
	int key = 4;
	printf(" %td\n", (int *)bsearch(&key, a, 8, sizeof *a, descending) - a);
	printf("%d %d\n", depth(3000), old_style(10, 3));
	printf("%d %s\n", argc, argc > 1 ? argv[1] : "none");
	return 42;
}
