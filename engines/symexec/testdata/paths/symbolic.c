// klee_make_symbolic and klee_assume.
// model: {}
// paths: 3
#include <klee/klee.h>
int main(void)
{
	unsigned char b[2];
	klee_make_symbolic(b, sizeof b, "b");
	klee_assume(b[0] < b[1]);
	if (b[0] + b[1] == 300)
		return 1;
	if (b[0] > 'x')
		return 2;
	return 0;
}
