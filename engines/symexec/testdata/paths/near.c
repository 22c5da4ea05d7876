// Equality up to an error, as floating-point code has it, and beyond.
// model: {"entry":"f","params":[{"name":"x"},{"name":"i","int":{"min":0,"max":9}}]}
// paths: 5
#include <math.h>
int f(float x, int i)
{
	double d = fabs(x - 0.1);
	if (d < 1e-6)
		return x == 0.1f ? 1 : 2;
	if (fabs(i * 0.5 - 2) <= 1)
		return 3;
	return (x - 1) * (x - 1) < 4 ? 4 : 5;
}
int main(void) { return f(0.1f, 3); }
