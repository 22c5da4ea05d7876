/* Loops, switch dense and sparse, goto, computed goto, short circuit. */
#include <stdio.h>

static int calls;
static int yes(void) { calls++; return 1; }
static int no(void) { calls++; return 0; }

static int dense(int x)
{
	switch (x) {
	case 0: return 10;
	case 1: x += 5; /* fall through */
	case 2: return x;
	case 3 ... 6: return 36;
	default: return -1;
	case 9: break;
	}
	return 9;
}

static int sparse(long x)
{
	switch (x) {
	case -1000000: return 1;
	case 77: return 2;
	case 0x7fffffffffffffff: return 3;
	case -0x7fffffffffffffff - 1: return 4;
	case 100 ... 100000: return 5;
	}
	return 0;
}

static int letters(char c)
{
	switch (c) {
	case 'a': case 'e': case 'i': case 'o': case 'u': return 1;
	case -1: return 2;
	case 'z': return 3;
	}
	return 0;
}

static int run(const char *code)
{
	static void *jump[] = {&&add, &&dbl, &&neg, &&end};
	int v = 1;
next:
	goto *jump[*code++ - '0'];
add:
	v += 3;
	goto next;
dbl:
	v *= 2;
	goto next;
neg:
	v = -v;
	goto next;
end:
	return v;
}

int main(void)
{
	for (int i = -2; i < 12; i++)
		printf("%d ", dense(i));
	long xs[] = {-1000000, 77, 78, 0x7fffffffffffffff, -0x7fffffffffffffff - 1, 100, 99, 100000, 100001, 0};
	for (int i = 0; i < 10; i++)
		printf("%d ", sparse(xs[i]));
	for (const char *p = "aexz\xff"; *p; p++)
		printf("%d ", letters(*p));
	printf("%d\n", run("0120113"));
	printf("%d %d %d %d %d\n", yes() && no(), no() && yes(), yes() || no(), no() || yes(), calls);
	int n = 0, i = 0;
	do {
		if (++i % 3 == 0)
			continue;
		if (i > 50)
			break;
		n += i;
	} while (i < 1000);
	for (;;)
		if (n-- % 7 == 0)
			goto out;
out:
	printf("%d %d %d\n", n, i, n > 5 ? i ? 1 : 2 : 3);
	unsigned char u = 250;
	while (u++)
		n++;
	printf("%d %d\n", n, u);
	return n & 0x7f;
}
