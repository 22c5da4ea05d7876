// args: one two
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Correct programs handle bytes that they never wrote as long as nothing comes
   to depend on them. */

struct pair { char c; int n; double d; };
struct flags { unsigned bits; unsigned short half; unsigned char last[2]; };

static struct pair global;

static void swap(struct pair *a, struct pair *b) { struct pair t = *a; *a = *b; *b = t; }

/* Member by member, through registers. */
static void members(struct pair *to, const struct pair *from)
{
	to->c = from->c;
	to->n = from->n;
	to->d = from->d;
}

static int choose(int yes, int a, int b) { return yes ? a : b; }

static long last(int n, ...)
{
	long v = 0;
	va_list ap;
	va_start(ap, n);
	while (n-- > 0)
		v = va_arg(ap, long);
	va_end(ap);
	return v;
}

/* A hand-written memcpy of words. */
static void words(unsigned long *to, const unsigned long *from, int n)
{
	while (n-- > 0)
		*to++ = *from++;
}

static unsigned rotate(unsigned x, int n) { return x << n | x >> (32 - n); }

int main(int argc, char **argv)
{
	struct pair a, b, *heap = malloc(3 * sizeof *heap);
	a.n = 5;
	b.c = 'b';
	swap(&a, &b);
	printf("%c %d\n", a.c, b.n);
	members(&heap[0], &a);
	members(&global, &heap[0]);
	heap[1] = global;
	swap(&heap[1], &heap[2]);
	printf("%c\n", heap[2].c);

	/* Single bits of a word without a value, one by one. */
	struct flags f, g;
	f.bits &= ~0xFFu;
	f.bits |= 0x5A;
	f.half = argc;
	for (int i = 8; i < 32; i++)
		f.bits &= ~(1u << i);
	g = f;
	printf("%x %d\n", g.bits, g.half);
	g.last[0] = f.last[1] & 0;
	printf("%d\n", g.last[0]);
	unsigned r;
	((unsigned char *)&r)[1] = 0x77;
	r = rotate(r, 8);
	printf("%x\n", r >> 16 & 0xFF);

	/* An addition, a comparison and a result that are not used. */
	int unset[4];
	unsigned sum = 0;
	unset[2] = 4;
	for (int i = 0; i < 4; i++) {
		unsigned v = (unsigned)unset[i] + i;
		if (i == 2)
			sum += v;
	}
	printf("%d %d\n", sum, choose(argc > 1, unset[2], unset[3]));
	printf("%ld\n", last(3, (long)unset[0], (long)unset[1], 9L));
	int above = (unsigned)(unset[0] | 0x40000000) > 5 && (unset[0] & 0x7FFFFFFF) >= 0;
	printf("%d\n", above);

	unsigned long from[4], to[4];
	from[1] = 11;
	words(to, from, 4);
	printf("%lu\n", to[1]);

	jmp_buf env;
	struct pair kept = b;
	if (setjmp(env) == 0) {
		int copy = heap[1].n;
		memcpy(&unset[1], &copy, 4);
		longjmp(env, 1);
	}
	printf("%d\n", kept.n);

	/* Memory of an earlier life has none of its bits. */
	free(heap);
	heap = malloc(3 * sizeof *heap);
	heap[0].n = 1;
	heap[1] = heap[0];
	printf("%d\n", heap[1].n);
	free(heap);
	return 0;
}
