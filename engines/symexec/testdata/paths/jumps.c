// setjmp and longjmp with a symbolic value.
// model: {"entry":"f","params":[{"name":"x"}]}
// paths: 3
#include <setjmp.h>
static jmp_buf here;
static void g(int x)
{
	if (x > 3)
		longjmp(here, x);
}
int f(int x)
{
	int r = setjmp(here);
	if (r == 0) {
		g(x);
		return 0;
	}
	return r == 10 ? 1 : 2;
}
int main(void) { return f(1); }
