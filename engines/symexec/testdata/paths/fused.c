// The error of a product, by fused multiply-add: none, or some.
// model: {"entry":"f","params":[{"name":"x","int":{"min":-40,"max":40}},{"name":"y","int":{"min":1,"max":40}}]}
// paths: 3
#include <math.h>
int f(int x, int y)
{
	double q = (double)x / y, rest = fma(q, y, -x);
	if (rest == 0)
		return 0;
	return rest < 0 ? 1 : 2;
}
int main(void) { return f(1, 3); }
