/* Sorting is a stable merge sort, as glibc's is, so that the order of equal
   elements and the sequence of comparisons agree with it. */
#include <stdlib.h>
#include <rift/intrinsics.h>

struct sort {
	size_t size;
	int (*plain)(const void *, const void *);
	int (*with)(const void *, const void *, void *);
	void *arg;
	char *tmp;
};

/* Sorts the n elements at base. */
static void merge_sort(const struct sort *s, char *base, size_t n)
{
	if (n < 2)
		return;
	size_t n1 = n / 2, n2 = n - n1, size = s->size;
	char *a = base, *b = base + n1 * size, *to = s->tmp;
	merge_sort(s, a, n1);
	merge_sort(s, b, n2);
	while (n1 && n2) {
		int c = s->plain ? s->plain(a, b) : s->with(a, b, s->arg);
		if (c <= 0) {
			__rift_copy(to, a, size);
			a += size;
			n1--;
		} else {
			__rift_copy(to, b, size);
			b += size;
			n2--;
		}
		to += size;
	}
	if (n1)
		__rift_copy(to, a, n1 * size);
	__rift_copy(base, s->tmp, (n - n2) * size);
}

static void sort(struct sort *s, void *base, size_t n)
{
	if (n < 2 || !s->size)
		return;
	s->tmp = __rift_alloc(n * s->size);
	merge_sort(s, base, n);
	__rift_free(s->tmp);
}

void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *))
{
	struct sort s = {.size = size, .plain = compare};
	sort(&s, base, n);
}

void qsort_r(void *base, size_t n, size_t size, int (*compare)(const void *, const void *, void *), void *arg)
{
	struct sort s = {.size = size, .with = compare, .arg = arg};
	sort(&s, base, n);
}
