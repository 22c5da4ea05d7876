/* setjmp and longjmp across activations with locals; atexit; exit. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jmp_buf here, other;
static int level;

static void deep(int n)
{
	char buf[200];
	memset(buf, n, sizeof buf);
	level++;
	if (n == 0)
		longjmp(here, level);
	int vla[n];
	vla[n - 1] = buf[0];
	deep(vla[n - 1] - 1);
}

static int twice(void)
{
	volatile int count = 0;
	int r = setjmp(other);
	count++;
	if (r < 3)
		longjmp(other, r + 1);
	return count * 10 + r;
}

static void bye(void) { printf("bye\n"); }

int main(void)
{
	int r = setjmp(here);
	if (r == 0) {
		deep(20);
		printf("not reached\n");
	}
	printf("%d %d\n", r, level);
	printf("%d\n", twice());
	for (volatile int i = 0; i < 5; i++)
		if (!setjmp(here))
			longjmp(here, 0);
	if (setjmp(here) == 0) {
		struct { jmp_buf b; } copy;
		memcpy(&copy.b, here, sizeof here);
		longjmp(copy.b, 9);
	}
	atexit(bye);
	printf("end\n");
	exit(300);
}
