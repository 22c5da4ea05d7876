// Square roots: of a negative number, which sets errno, no number, and by size.
// model: {"entry":"f","params":[{"name":"x"}]}
// paths: 5
#include <math.h>
#include <errno.h>
int f(double x)
{
	double r = sqrt(x);
	if (errno)
		return 1;
	if (r != r)
		return 2;
	if (r == 1.5)
		return 3;
	return r < 1.5 ? 4 : 5;
}
int main(void) { return f(2); }
