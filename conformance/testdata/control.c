#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
static jmp_buf env; static int depth;
static void dive(int n) { if (n == 0) longjmp(env, 42); depth++; dive(n - 1); }
static int collatz(unsigned long n) { int s = 0; top: if (n == 1) goto done; if (n % 2) { n = 3 * n + 1; s++; goto top; } n /= 2; s++; goto top; done: return s; }
static int run(const char *code) { static const void *ops[128] = { ['+'] = &&add, ['-'] = &&sub, ['d'] = &&dbl, [0] = &&end }; int acc = 1; goto *ops[(int)*code]; add: acc++; goto *ops[(int)*++code]; sub: acc--; goto *ops[(int)*++code]; dbl: acc *= 2; goto *ops[(int)*++code]; end: return acc; }
static int sw(long x) { switch (x) { case -5 ... -1: return -1; case 0: case 1: x += 10; default: x++; break; case 0x100000000: return 7; } return (int)x; }
static void fmt(const char *f, ...) { va_list ap; va_start(ap, f); for (; *f; f++) switch (*f) { case 'd': printf("%d ", va_arg(ap, int)); break; case 'l': printf("%ld ", va_arg(ap, long)); break; case 'f': printf("%g ", va_arg(ap, double)); break; case 's': printf("%s ", va_arg(ap, char *)); break; case 'L': printf("%Lg ", va_arg(ap, long double)); break; case 'p': { struct { int a, b, c; } s = va_arg(ap, __typeof__(s)); printf("%d%d%d ", s.a, s.b, s.c); } } va_end(ap); puts(""); }
static int calls; static int t(int v) { calls++; return v; }
static int nest(int n) { int r = 0; for (int i = 0; i < n; i++) { for (int j = 0;; j++) { if (j == i) break; if (j & 1) continue; { int k = j; int *p = &k; r += *p + i; if (r > 50) goto out; } } } out: return r; }
static int ctor_ran; __attribute__((constructor)) static void before(void) { ctor_ran = 1; } __attribute__((destructor)) static void after(void) { puts("after"); }
static int vlasum(int n, int a[n][n]) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) s += a[i][j]; return s + sizeof(int[n]) + sizeof *a; }
int main(void) {
  int v = setjmp(env); if (v == 0) dive(5); printf("%d %d\n", v, depth); printf("%d %d\n", collatz(27), run("++d-d")); for (long x = -6; x < 3; x++) printf("%d ", sw(x)); printf("%d\n", sw(0x100000000));
  struct { int a, b, c; } s = { 1, 2, 3 }; fmt("dlfsLpd", 1, 2l, 3.5, "four", 5.25L, s, 'x'); int r = (t(0) && t(1)) || t(2); printf("%d %d\n", r, calls); calls = 0; r = t(1) || t(1) && t(0); printf("%d %d\n", r, calls); printf("%d\n", nest(9)); printf("%d\n", ctor_ran);
  int a[3][3] = { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 } }; printf("%d\n", vlasum(3, a)); for (int n = 1; n < 4; n++) { int b[n]; for (int i = 0; i < n; i++) b[i] = i * n; printf("%d %zu ", b[n - 1], sizeof b); } puts(""); int i = 0; do { if (i == 2) { i += 2; continue; } i++; } while (i < 6); printf("%d\n", i); for (i = 0, r = 10; i < r; i++, r--); printf("%d %d\n", i, r);
  int x = 3; x = x++ * 2 + ++(*(int[]){ 4 }); printf("%d\n", x); printf("%d\n", ({ int q = 5; q * q; })); unsigned char c = 250; c += 10; printf("%d %d\n", c, c-- > 3 ? c : -1); puts(x > 100 ? "big" : x > 5 ? "mid" : "small"); exit(x & 3);
}
