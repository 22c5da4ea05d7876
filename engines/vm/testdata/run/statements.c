// Statements: ranges in switches, computed goto, statement expressions, old-style definitions, arrays of variable length.
#include <stdio.h>
#include <stdlib.h>
static int range(int c) { switch (c) { case 'a' ... 'f': return 1; case -5 ... -1: return 2;
	case 110: case 200 ... 300: return 3; default: return 0; } }
static int urange(unsigned long c) { switch (c) { case 0 ... 9: return 1;
	case 0xfffffffffffffff0 ... 0xffffffffffffffff: return 2; } return 0; }
static int duff(char *to, const char *from, int n) { int k = (n + 3) / 4, r = 0;
	switch (n % 4) { case 0: do { *to++ = *from++; r++; case 3: *to++ = *from++; r++; case 2: *to++ = *from++;
	r++; case 1: *to++ = *from++; r++; } while (--k > 0); } return r; }
static int threaded(const unsigned char *code) { static void *const ops[] = { &&inc, &&dbl, &&neg, &&end };
	int a = 1; goto *ops[*code++];
inc: a++; goto *ops[*code++];
dbl: a *= 2; goto *ops[*code++];
neg: a = -a; goto *ops[*code++];
end: return a; }
static int local(int n) { __label__ again, out; int s = 0; again: if (n-- <= 0) goto out; s += n;
	goto again; out: return s; }
static int stmtexpr(int n) {
	int r = ({ int i, s = 0; for (i = 0; i < n; i++) { if (i == 3) continue; if (i == 7) break; s += i; } s; }); return r + ({ struct { int a, b; } x = { n, 2 }; x; }).a; }
#define max(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
static int elvis(int a, int b) { return a ?: b; }
static int side; static int next(void) { return ++side; }
static int knr(a, b, c) char a; short b; float c; { return a + b + (int)c; }
static int knr2(p, n) int p[]; unsigned char n; { return p[1] + n; }
static int vla(int n, int m, int a[n][m]) { int s = 0;
	for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s += a[i][j]; return s + (int)sizeof a[0]; }
static int vlaloop(int n) { int s = 0; for (int i = 1; i < n; i++) { char buf[i]; char (*p)[i] = &buf;
	for (int k = 0; k < i; k++) buf[k] = k; s += buf[i - 1] + (int)sizeof buf + (int)sizeof *p;
	if (i == 5) continue; } return s; }
static int vlagoto(int n) { int s = 0; again:; int v[n]; v[n - 1] = n;
	s += v[n - 1] + (int)(sizeof v / sizeof v[0]); if (--n > 0) goto again; return s; }
static inline int inl(int x) { return x * 3; }
extern int redecl(int); int redecl(x) int x; { return x - 1; }
static _Noreturn void leave(int n) { exit(n); }
static int noret(int x) { if (x) return x; __builtin_unreachable(); }
int main(void)
{
	for (int c = -7; c < 310; c += 13) printf("%d", range(c));
	printf(" %d %d %d\n", urange(5), urange(-3), urange(50));
	char to[9] = ""; printf("%d %s\n", duff(to, "abcdefg", 7), to);
	printf("%d %d\n", threaded((unsigned char[]){ 0, 1, 2, 3 }), threaded((unsigned char[]){ 1, 1, 0, 3 }));
	printf("%d %d\n", local(5), stmtexpr(9));
	int i = 3; printf("%d %d\n", max(i++, 2), i);
	printf("%d %d %d %d\n", elvis(0, 4), elvis(3, 4), next() ?: 9, side);
	printf("%d %d\n", knr('a', 2, 3.7), knr2((int[]){ 4, 5 }, 258));
	int a[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } }; printf("%d %d %d\n", vla(2, 3, a), vlaloop(9), vlagoto(4));
	printf("%d %d %d\n", inl(4), redecl(3), noret(2));
	do { if (i == 4) break; printf("no\n"); } while (0);
	while (1) { switch (i) { case 4: i++; continue; case 5: i++; break; default: goto done; } }
done:
	for (int j = 0, k = 10; j < k; j += 2, k--) printf("%d,%d ", j, k);
	printf("\n");
	int n = 3; int v[n], w = sizeof(int[n++]); printf("%d %d %zu\n", w, n, sizeof v);
	typedef int row[n]; n = 9; row r; printf("%zu\n", sizeof r);
	int (*pv)[n] = malloc(sizeof(int[2][n])); pv[1][8] = 42;
	printf("%d %td\n", ((int *)pv)[17], (char *)(pv + 1) - (char *)pv); free(pv);
	if (0) { inner: printf("inner\n"); leave(3); }
	goto inner;
}
