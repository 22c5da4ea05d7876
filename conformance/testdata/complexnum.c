#include <stdio.h>
typedef _Complex double cd; typedef _Complex float cf; typedef _Complex long double cl;
static cd g = 1.0 + 2.0i; static cf h = 3.0f; static cl l = 1.0L - 2.5iL;
static cd add(cd a, cd b) { return a + b; }
static void show(cd z) { printf("%g %g\n", __real__ z, __imag__ z); }
int main(void) {
  cd a = 1 + 2i, b = 3 - 4i; __real__ b = 5; __imag__ b += 1;
  show(add(a, b)); show(a * b); show(a / b); show(a - 3); show(2 * a); show(a / 2); show(3 - a); show(1 / a); show(-a); show(~a);
  cf f = a; f *= f; show(f); cl m = l * l; printf("%Lg %Lg\n", __real__ m, __imag__ m); m = m / l; printf("%Lg %Lg\n", __real__ m, __imag__ m);
  printf("%d %d %d\n", a == b, a != b, a == 1 + 2i); double r = a; int i = b; printf("%g %d %d\n", r, i, (_Bool)(0 + 0i));
  cd arr[2] = { 1i, [1] = 2 }; show(arr[0] + arr[1]); show(g); show(h); cd c = a ? b : 1; show(c); c += 1; show(c); show((cd)7);
  _Complex int ci = 3 + 4i; ci = ci * ci; printf("%d %d\n", __real__ ci, __imag__ ci); if (ci) puts("yes"); if (!(0 * 1i)) puts("no");
  return 0;
}
