// Roundings of a number between -3 and 3 (else: above, or below and NaN): an
// integer, half way, nearer to the one below or above.
// model: {"entry":"f","params":[{"name":"x"}]}
// paths: 6
#include <math.h>
int f(double x)
{
	if (!(x > -3 && x < 3))
		return 0;
	double down = floor(x), up = ceil(x);
	if (down == up)
		return 1;
	if (x - down == up - x)
		return 2;
	return rint(x) == down ? 3 : 4;
}
int main(void) { return f(2.25); }
