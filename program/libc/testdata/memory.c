/* Allocation, sorting, searching, random numbers. */
#include <errno.h>
#include <malloc.h>
#include <search.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct record {
	int key, order;
};

static int by_key(const void *a, const void *b)
{
	return ((const struct record *)a)->key - ((const struct record *)b)->key;
}

static int compared;

static int counted(const void *a, const void *b)
{
	compared++;
	return *(const int *)a - *(const int *)b;
}

static int with(const void *a, const void *b, void *arg)
{
	++*(int *)arg;
	return *(const short *)b - *(const short *)a;
}

static int strings(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void visit(const void *node, VISIT which, int level)
{
	if (which == postorder || which == leaf)
		printf(" %d", **(int *const *)node);
}

int main(void)
{
	struct record r[200];
	for (int i = 0; i < 200; i++)
		r[i] = (struct record){i * 37 % 11, i};
	qsort(r, 200, sizeof *r, by_key);
	for (int i = 0; i < 200; i++)
		printf("%d:%d ", r[i].key, r[i].order);
	puts("");
	for (int n = 0; n < 40; n++) {
		int a[40];
		for (int i = 0; i < n; i++)
			a[i] = (i * 7919 + n * 31) % 101;
		compared = 0;
		qsort(a, n, sizeof *a, counted);
		printf("%d:", compared);
		for (int i = 0; i < n; i++)
			printf(" %d", a[i]);
		int key = n, *p = bsearch(&key, a, n, sizeof *a, counted);
		printf(" %d\n", p ? (int)(p - a) : -1);
	}
	short s[] = {3, 1, 2, 9, 8};
	int calls = 0;
	qsort_r(s, 5, sizeof *s, with, &calls);
	printf("%d %d %d %d %d %d\n", s[0], s[1], s[2], s[3], s[4], calls);
	const char *names[] = {"pear", "apple", "fig", "banana"};
	qsort(names, 4, sizeof *names, strings);
	printf("%s %s %s %s\n", names[0], names[1], names[2], names[3]);

	char *p = malloc(10);
	strcpy(p, "grow");
	p = realloc(p, 1000);
	printf("%s\n", p);
	p = realloc(p, 3);
	printf("%.3s\n", p);
	free(p);
	int *z = calloc(100, sizeof *z), sum = 0;
	for (int i = 0; i < 100; i++)
		sum += z[i];
	printf("%d\n", sum);
	free(z);
	volatile size_t huge = SIZE_MAX / 2;
	errno = 0;
	p = calloc(huge, 3);
	printf("%d %d\n", p == NULL, errno == ENOMEM);
	errno = 0;
	p = reallocarray(NULL, huge, 4);
	printf("%d %d\n", p == NULL, errno == ENOMEM);
	void *q = NULL;
	printf("%d %d\n", posix_memalign(&q, 64, 100), posix_memalign(&q, 3, 100) == EINVAL);
	p = aligned_alloc(16, 32);
	printf("%d %d\n", p != NULL, malloc_usable_size(p) >= 32);
	free(p);
	free(NULL);
	p = malloc(0);
	printf("%d\n", p != NULL);
	free(p);

	for (int i = 0; i < 10; i++)
		printf("%d ", rand());
	srand(42);
	for (int i = 0; i < 500; i++)
		rand();
	printf("| %d %d %ld\n", rand(), rand() % 100, random());
	srand(0);
	printf("%d ", rand());
	srand(-5);
	printf("%d\n", rand());
	unsigned seed = 7;
	printf("%d %d %d\n", rand_r(&seed), rand_r(&seed), rand_r(&seed));
	srand48(99);
	printf("%.15f %ld %ld\n", drand48(), lrand48(), mrand48());
	unsigned short x[3] = {1, 2, 3};
	printf("%.15f %ld %ld\n", erand48(x), nrand48(x), jrand48(x));
	char state[64];
	initstate(5, state, 64);
	printf("%ld %ld\n", random(), random());
	initstate(5, state, 8);
	printf("%ld %ld\n", random(), random());

	void *root = NULL;
	static int keys[] = {5, 2, 8, 1, 9, 3, 5};
	for (int i = 0; i < 7; i++)
		tsearch(&keys[i], &root, counted);
	twalk(root, visit);
	tdelete(&keys[1], &root, counted);
	int **found = tfind(&keys[4], &root, counted);
	printf(" | %d |", found ? **found : -1);
	twalk(root, visit);
	puts("");
	hcreate(20);
	hsearch((ENTRY){"one", "1"}, ENTER);
	hsearch((ENTRY){"two", "2"}, ENTER);
	ENTRY *e = hsearch((ENTRY){"two", NULL}, FIND);
	printf("%s %d\n", e ? (char *)e->data : "-", hsearch((ENTRY){"three", NULL}, FIND) == NULL);
	size_t count = 3;
	int list[10] = {4, 5, 6}, seven = 7;
	lsearch(&seven, list, &count, sizeof *list, counted);
	printf("%zu %d\n", count, list[3]);
	return 0;
}
