// Initialisers of static and automatic objects.
#include <stdio.h>
#include <stddef.h>
#include <string.h>
struct p { int x, y; }; struct l { struct p a, b; char name[4]; };
struct flex { int n; char data[]; }; struct flex0 { int n; int data[0]; };
static struct flex fl = { 3, "abc" }; static struct flex0 f0 = { 2 };
static struct { int n; struct p v[]; } fp = { 2, { { 1, 2 }, { .y = 4 } } };
static int des[] = { [5] = 1, 2, [0] = 3, [2 ... 4] = 9, [8] = 4 };
static int over[] = { [0 ... 9] = 1, [3 ... 5] = 2, [4] = 3 };
static struct l ls[] = { [1] = { .b.x = 1, .b = { 2, 3 }, .name = "abcd" }, [0].a.y = 5, [0].name[1] = 'z' };
static struct l old = { a: { y: 1 }, name: "hi" };
union u { int i; double d; struct p p; char c[12]; };
	static union u us[] = { { 1 }, { .d = 1.5 }, { .p = { 3, 4 } }, { .c = "text" }, { .p.y = 9 } };
static int *ptrs[] = { &des[1], des + 2, &ls[1].b.y, (int[]){ 1, 2, 3 } };
static const char *strs[] = { "a" "b", [3] = "d", (char[]){ "lit" } };
	static char two[][3] = { "ab", { 'c' }, "de" };
static struct p *cl = &(struct p){ 4, 5 };
	static size_t off = offsetof(struct l, name[2]), offb = offsetof(struct l, b.y);
static int matrix[2][2][2] = { 1, 2, { 3 }, { { 5, 6 }, 7 } }; static int partial[3][2] = { { 1 }, 2, 3, 4 };
static struct { char a; struct { int b, c; }; union { int d; float e; }; } anon = { 1, { 2, 3 }, { 4 } };
	static struct { int a; struct { int b; } ; } an2 = { .b = 5, .a = 6 };
static struct bits { unsigned a : 3, b : 5; int : 0; int c : 7; long long d : 40; unsigned char e : 1;
	_Bool f : 1; } bits = { 9, 17, -3, 1LL << 38, 1, 2 };
static long diff = (char *)&ls[1] - (char *)ls; static int (*fn)(const char *, ...) = printf;
	static double dd = 1 / 4.0 + 2; static float ff = 1e10f;
static _Bool bo = 0.5, bp = &des, bn = 256;
	static int folded = (3 > 2) * 7 + sizeof(char[5]) - (1 ? 2 : 0) + !0 + ~-1 + (int)2.9 + ('a' == 97) + (unsigned char)300;
static long la = (long)&((struct l *)0)->b; static char *mid = "hello" + 2; static char ch = "xyz"[1];
	static struct p pa[2] = { (struct p){ 1, 2 }, { 3 } };
static unsigned long mask = -1, sh = 1UL << 63 | 1 << 4; static short tr = 70000; static void *self = &self;
	static struct p empty = {}; static int zero[3] = { 0 };
static int dim[sizeof(struct l) > 3 ? 4 : -1]; static enum { R, G = 5, BL } col = BL;
	static char exact[3] = "abc", longer[6] = "ab"; static wchar_t ws[] = L"wide";
static int neg[] = { -1, - 1, +2, ~3, !4, 5 % 3, -7 / 2, -7 % 3, 7 >> 1, -8 >> 1, 1 << 3, 6 & 3, 6 | 3,
	6 ^ 3, 1 && 0, 0 || 2, 1 ? 2 : 3 };
static void hex(const char *n, const void *p, size_t k) { printf("%s", n);
	for (size_t i = 0; i < k; i++) printf(" %02x", ((const unsigned char *)p)[i]); printf("\n"); }
#define HEX(x) hex(#x, &x, sizeof x)
struct s3 { char c[3]; }; static struct s3 mk(int a) { return (struct s3){ { a, a + 1, a + 2 } }; }
int main(void)
{
	int k = 6; struct l loc = { { k, k + 1 }, .b.y = k, .name = { [1] = 'q' } };
	int arr[] = { [2] = k, k + 1, [0] = -k }; struct p cp[] = { cl[0], { k } };
	printf("%d %s %d %d\n", fl.n, fl.data, f0.n, fp.v[1].y); HEX(des); HEX(over); HEX(ls); HEX(old);
	HEX(us[1]); HEX(us[3]); HEX(us[4].p);
	printf("%d %d %d %d %s %s %s %d\n", ptrs[0][0], *ptrs[1], *ptrs[2], ptrs[3][2], strs[0], strs[3], strs[4],
		strs[2] == 0); HEX(two);
	printf("%d %zu %zu\n", cl->y, off, offb); HEX(matrix); HEX(partial); HEX(anon);
	printf("%d %d\n", an2.a, an2.b);
	printf("%d %d %d %lld %d %d %zu\n", bits.a, bits.b, bits.c, (long long)bits.d, bits.e, bits.f, sizeof bits);
	printf("%ld %d %g %g %d%d%d %d %ld %s %c\n", diff, fn == printf, dd, ff, bo, bp, bn, folded, la, mid, ch);
	HEX(pa); printf("%lx %lx %d %d %d\n", mask, sh, tr, self == &self, empty.y + zero[2]);
	printf("%zu %d %zu %zu %.3s\n", sizeof dim, col, sizeof exact, sizeof ws, exact); HEX(longer); HEX(ws);
	HEX(neg); HEX(loc); HEX(arr); HEX(cp);
	printf("%d %zu %d\n", mk(3).c[2], sizeof mk(1), ((struct p){ 1, 2 }).y); struct p q = (struct p){ .y = k };
	q = (struct p){ q.y, q.x }; printf("%d %d\n", q.x, q.y);
	for (int i = 0; i < 2; i++) { int *x = (int[]){ i, i + 1 }; x[0] += 5; printf("%d ", x[0]);
	int y[3] = { i }; y[1]++; printf("%d ", y[1]); static int st = 4; st++; printf("%d\n", st); }
	char msg[] = "hello", *m2 = (char[]){ "world" }; m2[0] = 'W'; printf("%s %s %zu\n", msg, m2, sizeof msg);
	struct { int n; char t[8]; } x = { .t = "abc", .n = k }, y = x; y.t[0] = 'X';
	printf("%s %s %d\n", x.t, y.t, y.n);
	union u z = { .c = { 1, 2, 3 } }; printf("%x\n", z.i); struct l *lp = &(struct l){ .a = q, .name = "z" };
	printf("%d %s\n", lp->a.x, lp->name); int (*parr)[3] = &(int[3]){ 1, 2, 3 }; printf("%d\n", (*parr)[2]);
	return 0;
}
