#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct node { struct node *next; union { double d; int n[2]; } u; unsigned flag : 3; };

static struct node ring[2] = { { &ring[1], { .d = 1.5 }, 5 }, { &ring[0], { .n = { 1, 2 } }, 1 } };
static int (*const table[])(const char *) = { puts, atoi };

int main(int argc, char **argv)
{
	static void *where[] = { &&one, &&two };
	goto *where[argc > 1];
one:
	printf("%d %s %g %Lg\n", argc, argv[0], sqrt(ring[argc & 1].u.d), 1.0L / argc);
	return table[0]("done");
two:
	qsort(ring, 2, sizeof ring[0], (int (*)(const void *, const void *))table[1]);
	return ring[0].next->flag;
}
