#include <stdio.h>
int f(); long g(); double h();
int chk();
int main() { printf("%d %ld %g\n", f(-1), g((char)-5, 3), h(2.5f)); printf("%d\n", chk(300, -2, 70000)); return 0; }
int f(c) char c; { return c; }
long g(c, d) short c; unsigned char d; { return c * 10 + d; }
double h(x) float x; { return x * 2; }
int chk(a, b, c) signed char a; unsigned short b; short c; { return a + b * 3 + c; }
