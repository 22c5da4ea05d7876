// Memory of a size that is an input: one path for each size, and the write
// beyond its end.
// model: {"entry":"f","params":[{"name":"n","int":{"min":0,"max":4}},{"name":"i","int":{"min":0,"max":2}}]}
// paths: 7
// faults: 3
#include <stdlib.h>
int f(int n, int i)
{
	char *p = calloc(n, 1);
	p[i] = 1;
	free(p);
	return n;
}
int main(void) { return f(1, 0); }
