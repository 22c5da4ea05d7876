// qsort of three numbers with a comparison of three outcomes.
// model: {"entry":"f","params":[{"name":"a","int":{"min":-4,"max":4}},{"name":"b","int":{"min":-4,"max":4}},{"name":"c","int":{"min":-4,"max":4}}]}
// paths: 13
#include <stdlib.h>
static int order(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;
	if (x < y)
		return -1;
	if (x > y)
		return 1;
	return 0;
}
int f(int a, int b, int c)
{
	int v[3] = {a, b, c};
	qsort(v, 3, sizeof *v, order);
	return v[0] * 100 + v[1] * 10 + v[2];
}
int main(void) { return f(3, 1, 2); }
