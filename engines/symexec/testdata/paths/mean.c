// The mean of three small numbers, rounded three ways at once.
// model: {"entry":"f","params":[{"name":"a","int":{"min":0,"max":4}},{"name":"b","int":{"min":0,"max":4}},{"name":"c","int":{"min":0,"max":4}}]}
// paths: 4
#include <math.h>
int f(int a, int b, int c)
{
	double mean = (a + b + c) / 3.0;
	int m = (int)mean, n = (int)lrint(mean);
	if (mean == m)
		return 0;
	if (mean > 3)
		return 1;
	return m == n ? 2 : 3;
}
int main(void) { return f(1, 2, 4); }
