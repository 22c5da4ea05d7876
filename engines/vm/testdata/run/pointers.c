/* Programs that pack pointers into 48 bits, as language machines do. */
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failed;

static void check(int ok, const char *what)
{
	if (!ok) {
		printf("%s fails\n", what);
		failed = 1;
	}
}

struct thing {
	struct thing *next;
	uint64_t packed;
	int n;
	char text[20];
};

static struct thing global, *last;
static char bytes[100];
static int function(int n) { return n + 1; }

/* User space of 47 bits. */
static void low(const void *p)
{
	check((uintptr_t)p >> 47 == 0, "below 1 << 47");
	check((intptr_t)p > 0, "positive");
	check((uintptr_t)p % 16 == 0, "aligned");
}

/* clox: the sign and the quiet bits. */
#define QNAN UINT64_C(0x7ffc000000000000)
#define SIGN UINT64_C(0x8000000000000000)

static void clox(void *p)
{
	uint64_t v = SIGN | QNAN | (uint64_t)(uintptr_t)p;
	check((v & (QNAN | SIGN)) == (QNAN | SIGN), "clox: an object");
	check((void *)(uintptr_t)(v & ~(SIGN | QNAN)) == p, "clox");
}

/* LuaJIT with 64-bit references: a tag of 17 bits, 47 of address. */
static void luajit(void *p)
{
	for (uint64_t tag = 1; tag < 14; tag++) {
		uint64_t v = ~tag << 47 | (uint64_t)(uintptr_t)p;
		check((uint32_t)((int64_t)v >> 47) == (uint32_t)~tag, "luajit: the tag");
		check((void *)(uintptr_t)(v & (((uint64_t)1 << 47) - 1)) == p, "luajit");
	}
}

/* JavaScriptCore: doubles are moved by 2^49, pointers are what they are. */
static void jsc(void *p)
{
	const uint64_t offset = UINT64_C(1) << 49, number = UINT64_C(0xfffe000000000000);
	uint64_t v = (uint64_t)(uintptr_t)p;
	check((v & (number | 2)) == 0, "jsc: a cell");
	double d = -1.5;
	memcpy(&v, &d, 8);
	v += offset;
	check((v & (number | 2)) != 0, "jsc: a number");
	v -= offset;
	memcpy(&d, &v, 8);
	check(d == -1.5 && (void *)(uintptr_t)(uint64_t)(uintptr_t)p == p, "jsc");
}

/* SpiderMonkey: the tag above 47 bits, taken off by exclusive or. */
static void spidermonkey(void *p)
{
	const uint64_t tag = UINT64_C(0x1fffc) << 47;
	uint64_t v = (uint64_t)(uintptr_t)p | tag;
	check(v >= tag && v >> 47 == 0x1fffc, "spidermonkey: the tag");
	check((void *)(uintptr_t)(v ^ tag) == p, "spidermonkey");
}

/* A NaN whose payload is the pointer, through arithmetic of doubles. */
static void payload(void *p)
{
	union { double d; uint64_t u; } v = { .u = UINT64_C(0x7ff8) << 48 | (uint64_t)(uintptr_t)p };
	check(isnan(v.d), "payload: a NaN");
	double copy = v.d;
	memcpy(&v.u, &copy, 8);
	check((void *)(uintptr_t)(v.u << 16 >> 16) == p, "payload");
	union { double d; int64_t i; } w = { .d = copy };
	check((void *)((int64_t)((uint64_t)w.i << 16) >> 16) == p, "payload, with its sign");
}

/* 16 bits above, sign-extended, as is done on x86-64. */
static void top(void *p)
{
	for (unsigned tag = 0; tag < 0x10000; tag += 0x1357) {
		uint64_t v = (uint64_t)tag << 48 | ((uint64_t)(uintptr_t)p & UINT64_C(0xffffffffffff));
		check(v >> 48 == tag, "top: the tag");
		check((void *)(intptr_t)((int64_t)(v << 16) >> 16) == p, "top");
	}
}

/* The lowest bits, 16 at the top, and a count of 8 in between. */
static void bottom(void *p)
{
	for (unsigned tag = 0; tag < 16; tag++) {
		uintptr_t v = (uintptr_t)p | tag;
		check((v & 15) == tag && (void *)(v & ~(uintptr_t)15) == p, "bottom");
		v = (uintptr_t)p << 16 | tag;
		check((void *)(v >> 16) == p, "shifted to the left");
	}
}

/* 44 bits of a number that is shifted, a bit-field of 48. */
static void shifted(void *p)
{
	struct { uint64_t at : 44, tag : 20; } a = { (uintptr_t)p >> 3, 0xabcde };
	struct { uint64_t at : 48, tag : 16; } b = { (uintptr_t)p, 0x1234 };
	struct { uint64_t at : 43, tag : 21; } c = { (uintptr_t)p >> 4, 0x1fffff };
	check((void *)((uintptr_t)a.at << 3) == p && a.tag == 0xabcde, "44 bits");
	check((void *)(uintptr_t)b.at == p && b.tag == 0x1234, "48 bits");
	check((void *)((uintptr_t)c.at << 4) == p, "43 bits");
}

/* Six bytes. */
static void six(void *p)
{
	unsigned char b[6];
	uint64_t v = (uintptr_t)p, w = 0;
	for (int i = 0; i < 6; i++)
		b[i] = v >> 8 * i;
	for (int i = 5; i >= 0; i--)
		w = w << 8 | b[i];
	check((void *)(uintptr_t)w == p, "six bytes");
	void *q = 0;
	memcpy(&q, &v, 6);
	check(q == p, "six bytes copied");
}

static void number(void *p)
{
	double d = (double)(uintptr_t)p;
	check((void *)(uintptr_t)d == p, "a double");
}

static void all(void *p)
{
	low(p), clox(p), luajit(p), jsc(p), spidermonkey(p), payload(p), top(p), bottom(p), shifted(p), six(p), number(p);
}

/* Lists whose links are the exclusive or of both neighbours. */
static void xor(void)
{
	struct node { uintptr_t both; int n; } *first = 0, *prev = 0;
	for (int i = 0; i < 100; i++) {
		struct node *x = malloc(sizeof *x);
		x->n = i;
		x->both = (uintptr_t)prev;
		if (prev)
			prev->both ^= (uintptr_t)x;
		else
			first = x;
		prev = x;
	}
	unsigned sum = 0, back = 0;
	uintptr_t before = 0;
	for (struct node *x = first; x;) {
		sum = sum * 3 + x->n;
		uintptr_t next = x->both ^ before;
		before = (uintptr_t)x;
		x = (struct node *)next;
	}
	before = 0;
	for (struct node *x = prev; x;) {
		back = back * 3 + x->n;
		uintptr_t next = x->both ^ before;
		before = (uintptr_t)x;
		free(x);
		x = (struct node *)next;
	}
	printf("xor %u %u\n", sum, back);
}

/* A set of pointers by a hash of them. */
static void hash(void)
{
	enum { SIZE = 1024 };
	static void *table[SIZE];
	void *all[300];
	for (int i = 0; i < 300; i++) {
		all[i] = malloc(i + 1);
		uint64_t h = (uintptr_t)all[i];
		h ^= h >> 33;
		h *= UINT64_C(0xff51afd7ed558ccd);
		h ^= h >> 33;
		while (table[h % SIZE])
			h++;
		table[h % SIZE] = all[i];
	}
	int found = 0;
	for (int i = 0; i < 300; i++) {
		uint64_t h = (uintptr_t)all[i];
		h ^= h >> 33;
		h *= UINT64_C(0xff51afd7ed558ccd);
		h ^= h >> 33;
		while (table[h % SIZE] != all[i])
			h++;
		found++;
	}
	for (int i = 0; i < 300; i++)
		free(all[i]);
	printf("hash %d\n", found);
}

/* Relative pointers, and stacks that grow as the program runs. */
static void relative(void)
{
	struct thing *a = malloc(sizeof *a), *b = malloc(sizeof *b);
	b->n = 42;
	intptr_t d = (intptr_t)b - (intptr_t)a;
	printf("relative %d\n", ((struct thing *)((intptr_t)a + d))->n);
	free(a);
	free(b);
}

/* Links through tagged words, in very many objects at once. */
static void many(void)
{
	uint64_t list = 0;
	for (int i = 0; i < 40000; i++) {
		struct thing *x = malloc(sizeof *x);
		x->n = i;
		x->packed = list;
		list = (uint64_t)(i & 0xffff) << 48 | (uint64_t)(uintptr_t)x;
	}
	unsigned sum = 0;
	while (list) {
		struct thing *x = (struct thing *)(uintptr_t)(list & UINT64_C(0xffffffffffff));
		sum = sum * 31 + x->n + (list >> 48);
		list = x->packed;
		all(x->n % 1000 ? (void *)&global : (void *)x);
		free(x);
	}
	printf("many %u\n", sum);
}

/* Many more one after the other. */
static void reuse(void)
{
	for (int i = 0; i < 60000; i++) {
		int *p = malloc(sizeof *p);
		*p = i;
		uint64_t v = UINT64_C(0xfffc) << 48 | (uint64_t)(uintptr_t)p;
		int *q = (int *)(uintptr_t)(v & UINT64_C(0xffffffffffff));
		check(*q == i, "reuse");
		free(q);
	}
}

static int depth(int n, uint64_t up)
{
	int local[4] = { n };
	uint64_t v = UINT64_C(0xfff9) << 48 | (uint64_t)(uintptr_t)local;
	if (n == 0)
		return 0;
	int got = ((int *)(uintptr_t)(v & UINT64_C(0xffffffffffff)))[0];
	int below = up ? ((int *)(uintptr_t)(up << 16 >> 16))[0] : n + 1;
	return (got + 1 == below) + depth(n - 1, v);
}

int main(void)
{
	int local[10] __attribute__((aligned(16)));
	static struct thing fixed __attribute__((aligned(16)));
	static char label[10];
	all(local);
	all(&fixed);
	all(malloc(10));
	all(malloc(5000000));
	all(malloc(0));
	void *p = aligned_alloc(4096, 8192);
	check((uintptr_t)p % 4096 == 0, "aligned to pages");
	all(p);
	void *jump = &&there;
	goto *(void *)((uintptr_t)jump << 16 >> 16);
	puts("not here");
there:
	check((uintptr_t)jump >> 47 == 0, "a label below 1 << 47");
	uint64_t f = UINT64_C(0x8001) << 48 | (uint64_t)(uintptr_t)function;
	printf("function %d\n", ((int (*)(int))(uintptr_t)(f & UINT64_C(0xffffffffffff)))(41));
	check((uintptr_t)function >> 47 == 0 && (uintptr_t)stdout >> 47 == 0 && (uintptr_t)"text" >> 47 == 0, "others");
	check(bytes < bytes + 100 && &label[1] > label, "order");
	xor();
	hash();
	relative();
	many();
	reuse();
	printf("depth %d\n", depth(3000, 0));
	last = &global;
	puts(failed ? "failed" : "good");
	return failed;
}
