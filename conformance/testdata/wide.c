#include <stdio.h>
typedef __int128 i128; typedef unsigned __int128 u128;
static void p(u128 x) { printf("%016lx%016lx\n", (unsigned long)(x >> 64), (unsigned long)x); }
static i128 fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
static long double poly(long double x, int n) { long double s = 0; while (n-- > 0) s = s * x + n; return s; }
static u128 table[] = { 1, (u128)1 << 127, -1 };
static long double ld[] = { 1, 0.1L, 1e4000L, -3.5, 1.0L / 3 };
struct s { char c; i128 v; long double d; };
int main(void) {
  for (int i = 0; i < 3; i++) p(table[i]); p(fact(30)); p(-fact(25) / 7); p(-fact(25) % 1000003); p((u128)-1 / 3); p((u128)-1 % 1000);
  i128 a = -5; u128 b = 3; printf("%d %d %d %d\n", a < 0, a < (i128)b, (u128)a < b, a >= -5); p(a << 70); p(a >> 3); p((u128)a >> 3); p(~a); p(-a); p(a & 0xff); p(a ^ b); p(a | b);
  a += 10; a *= a; a--; p(a); p((i128)1e20); p((u128)3.7); printf("%g %g %d\n", (double)a, (float)(u128)-1, (int)a); b = b ? b + 1 : 0; p(b); switch ((int)b) { case 4: puts("four"); }
  printf("%.18Lg %.18Lg %Lg %Lg %.20Lg\n", poly(1.5L, 6), ld[1], ld[2], ld[3], ld[4]); long double x = ld[1]; x += 1; x *= 3; x -= 0.5f; x /= 7; printf("%.20Lg %d %u %ld %g\n", x, (int)(x * 100), (unsigned)3e9L, (long)-1e18L, (double)x);
  printf("%d %d %d %d %d\n", x < 1, x > 1, x == x, x != 0, !x); struct s t = { 'q', -7, 2.25L }, u = t; p(u.v); printf("%Lg %zu\n", u.d, sizeof u); x++; printf("%Lg %Lg\n", x--, -x); printf("%lu\n", (unsigned long)1.8e19L); long double q = (u128)1 << 100; printf("%Lg %Lg\n", q, (long double)(i128)-9);
  return 0;
}
