// Variable arguments carry terms.
// model: {"entry":"f","params":[{"name":"x"},{"name":"y"}]}
// paths: 2
#include <stdarg.h>
static int sum(int n, ...)
{
	va_list ap;
	int s = 0;
	va_start(ap, n);
	while (n--)
		s += va_arg(ap, int);
	va_end(ap);
	return s;
}
int f(int x, int y) { return sum(3, x, 1, y) == 12 ? 1 : 0; }
int main(void) { return f(1, 2); }
