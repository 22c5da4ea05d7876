// model: {}
// paths: 4
#include <stdio.h>

int __VERIFIER_nondet_int(void);

/* The first way through keeps the value that nothing decided: questions about a
   variable that the program asked for itself are answered no, time and again. */
int main(void)
{
	int x = __VERIFIER_nondet_int(), n = 0;

	if (x < 0)
		return 1;
	if (x > 3)
		return 2;
	for (int i = 10; i < 40; i++)
		if (x > i)
			n++;
	printf("%d\n", n);
	return x;
}
