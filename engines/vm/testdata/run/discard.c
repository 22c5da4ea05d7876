// Values that are not used need not be there: only volatile and the effects
// within the expression count.
#include <stdio.h>
#include <stdlib.h>

struct pair {
	int a, b;
	unsigned bits : 3;
};

static int calls;

static struct pair *next(struct pair *p)
{
	calls++;
	return p;
}

static struct pair make(void)
{
	struct pair p = {1, 2, 3};
	calls++;
	return p;
}

int main(void)
{
	int unset, array[4], *p = array;
	struct pair q, *heap = malloc(sizeof *heap);

	(void)unset;
	unset;
	(void)array[2];
	(void)*p++;
	(void)q.b, (void)heap->bits;
	next(&q)->a;
	(*next(heap)).b;
	make().a;
	make();
	array, make, &unset;
	*main;
	for (q.a, p[1]; calls < 4; p[calls])
		calls++;
	printf("%d %d\n", calls, (int)(p - array));
	free(heap);
	return 0;
}
