#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdarg.h>
struct bf { unsigned a:3; int b:5; unsigned long c:33; _Bool d:1; char e; int f:20; };
union u { int i; float f; unsigned char b[4]; };
struct node { int v; struct node *next; };
enum color { RED, GREEN = 5, BLUE };
typedef int (*op)(int, int);
static int add(int a, int b) { return a + b; }
static int mul(int a, int b) { return a * b; }
static op table[] = { [1] = mul, [0] = add };
struct big { int x[10]; double d; };
struct big mk(int n) { struct big b; memset(&b, 0, sizeof b); b.x[3] = n; b.d = n / 3.0; return b; }
int sum(int n, ...) { va_list ap; va_start(ap, n); int s = 0; while (n--) s += va_arg(ap, int); va_end(ap); return s; }
double dsum(int n, ...) { va_list ap, aq; va_start(ap, n); va_copy(aq, ap); double s = 0; for (int i = 0; i < n; i++) s += va_arg(ap, double); for (int i = 0; i < n; i++) s += va_arg(aq, double); va_end(ap); return s; }
static int counter(void) { static int c = 10; return c++; }
int vla(int n) { int a[n][n+1]; for (int i = 0; i < n; i++) for (int j = 0; j <= n; j++) a[i][j] = i*j; return a[n-1][n] + sizeof a; }
void *dispatch(int k) { static void *lab[] = { &&a, &&b, &&c }; goto *lab[k]; a: return "A"; b: return "B"; c: return "C"; }
int duff(int n) { int r = 0; switch (n % 4) { case 0: do { r++; case 3: r++; case 2: r++; case 1: r++; } while ((n -= 4) > 0); } return r; }
#define MAX(a,b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
int main(int argc, char **argv) {
  struct bf s = { 5, -3, 0x1ffffffffUL, 1, 'x', -1000 };
  s.a += 5; s.b--; s.c++; s.f *= 2;
  printf("%u %d %lu %d %c %d %zu\n", s.a, s.b, (unsigned long)s.c, s.d, s.e, s.f, sizeof s);
  union u v; v.f = 1.5f; printf("%x %d\n", v.i, v.b[3]);
  struct node *l = 0; for (int i = 0; i < 5; i++) { struct node *n = malloc(sizeof *n); *n = (struct node){ i, l }; l = n; }
  for (struct node *n = l; n; n = n->next) printf("%d ", n->v); puts("");
  printf("%d %d %d\n", table[0](3,4), table[1](3,4), BLUE);
  struct big b = mk(7), *pb = &b; printf("%d %g %d\n", pb->x[3], mk(9).d, mk(11).x[3]);
  printf("%d %g\n", sum(4, 1, 2, 3, 4), dsum(3, 1.5, 2.5, (double)3));
  counter(); printf("%d\n", counter());
  printf("%d\n", vla(4)); printf("%s%s\n", (char*)dispatch(0), (char*)dispatch(2));
  printf("%d %d\n", duff(7), duff(8)); printf("%d\n", MAX(3, 7) + MAX(9, 2));
  unsigned char uc = 200; signed char sc = (signed char)uc; short sh = -1; unsigned int ui = 4000000000u; long long ll = ui;
  printf("%d %d %d %lld %d %d\n", uc + uc, sc, (unsigned short)sh, ll, sc < uc, -1 < (int)sizeof(int));
  printf("%d %d %d %d\n", -7 / 2, -7 % 2, -7 >> 1, (unsigned)-7 >> 28);
  printf("%d\n", (int)(3.99f) + (int)-2.7); printf("%u %lu\n", (unsigned)3e9, (unsigned long)1.8e19);
  float f = 0.1f; double d = f; printf("%.10f %.10f %d\n", f, d, f == 0.1); long double ld = 1.0L / 3; printf("%.20Lf %d\n", ld, (int)(ld * 9));
  int x = 5; x += x++ * 0 + 2; x <<= 2; x ^= 3; printf("%d\n", x); int *ip = &x; *ip++ = 9; printf("%d %d\n", x, (int)(ip - &x));
  char buf[32]; sprintf(buf, "%05.2f|%-5s|%+d", 3.14159, "ab", 7); puts(buf);
  int arr[] = { [5] = 1, 2, [0] = 9, [2 ... 4] = 7 }; for (unsigned i = 0; i < sizeof arr / sizeof *arr; i++) printf("%d,", arr[i]); puts("");
  struct { struct { int a, b; }; union { int c; float g; }; int d[3]; } an = { .b = 2, .c = 3, .d = { [1] = 8 } }; printf("%d %d %d %d\n", an.a, an.b, an.c, an.d[1]);
  printf("%d\n", _Generic(1.0f, int: 1, float: 2, default: 3)); goto end; printf("no\n");
 end: { int k = 3; do { if (k == 2) continue; printf("k%d ", k); } while (--k); puts(""); }
  __int128 q = (__int128)1 << 100; q += 12345; printf("%lld %d\n", (long long)(q >> 64), (int)q); unsigned __int128 uq = (unsigned __int128)-1; printf("%lu\n", (unsigned long)(uq / 3));
  int o = 0; int ov = __builtin_add_overflow(2000000000, 2000000000, &o); printf("%d %d\n", ov, o); printf("%d %d %d %d %d\n", __builtin_popcount(0xff0f), __builtin_clz(1), __builtin_ctzl(8), __builtin_ffs(0), __builtin_bswap32(0x11223344));
  printf("%zu %zu %zu\n", sizeof(struct bf), sizeof(long double), _Alignof(double)); printf("%d %d\n", argc, argv[argc] == 0);
  const char *names[3] = { "x", [2] = "z" }; printf("%s %d\n", names[2], names[1] == 0); int m[2][3] = { { 1, 2, 3 }, { 4 } }; (void)m;
  double neg = -0.0; printf("%g %d %d\n", neg, __builtin_signbit(neg) != 0, 1 / neg < 0); printf("%d %d\n", __builtin_isnan(0.0/0.0), __builtin_isinf(1/0.0));
  _Bool bb = 7; bb += 3; printf("%d %d\n", bb, (_Bool)0.5); bb--; printf("%d\n", bb); 
  return (argc > 5) ? 1 : 0;
}
