// Use after free, double free, and a proper use.
// model: {"entry":"f","params":[{"name":"c"}]}
// paths: 3
// faults: 2
#include <stdlib.h>
int f(int c)
{
	int *p = malloc(sizeof *p);
	*p = 1;
	free(p);
	if (c == 1)
		return *p;
	if (c == 2)
		free(p);
	return 0;
}
int main(void) { return f(0); }
