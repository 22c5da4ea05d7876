// The checks for overflow that programs ask the compiler for.
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

static int calls;

static int count(int v)
{
	calls++;
	return v;
}

#define PREDICATE(op, a, b, t) printf(" %d", __builtin_##op##_overflow_p(a, b, (t)0))

int main(void)
{
	PREDICATE(add, INT_MAX, 1, int);
	PREDICATE(add, INT_MAX, 1, long);
	PREDICATE(sub, 1u, 2u, unsigned);
	PREDICATE(sub, 1u, 2u, int);
	PREDICATE(mul, SIZE_MAX, 2, size_t);
	PREDICATE(mul, SIZE_MAX, 1, size_t);
	PREDICATE(mul, (size_t)1 << 62, 2, ptrdiff_t);
	PREDICATE(mul, (size_t)1 << 61, 2, ptrdiff_t);
	PREDICATE(add, 100, 28, signed char);
	PREDICATE(sub, LONG_MIN, -1, long);
	PREDICATE(mul, -1, -1, unsigned char);
	PREDICATE(mul, -1, 1, unsigned char);
	printf("\n%d", __builtin_add_overflow_p(count(1), count(2), count(3)));
	printf(" %d\n", calls);

	signed char c;
	unsigned long u;
	int lost = __builtin_mul_overflow(16, 8, &c);
	printf("%d %d\n", lost, c);
	lost = __builtin_sub_overflow(1, 2ul, &u);
	printf("%d %lu\n", lost, u);
#if !__has_builtin(__builtin_mul_overflow_p)
	puts("not announced");
#endif
	return 0;
}
