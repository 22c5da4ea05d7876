/* Aggregates by value, hidden result, variable arguments, default promotions. */
#include <stdarg.h>
struct pair { long a, b; };
struct pair swap(struct pair p) { return (struct pair){ p.b, p.a }; }
int old();
int vsum(int n, ...)
{
	va_list ap;
	va_start(ap, n);
	int s = va_arg(ap, int);
	va_end(ap);
	return s;
}
long use(char c, float f)
{
	struct pair p = { 1, 2 };
	p = swap(p);
	old(c, f);
	return p.a + vsum(2, c, f);
}
