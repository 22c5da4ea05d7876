#include <stdio.h>
static unsigned len(const char *s) { const char *p = s; while (*p++); return p - s - 1; }
static void cpy(char *d, const char *s) { while ((*d++ = *s++)); }
static int rev(int *a, int n) { int i = 0, s = 0; while (i < n) s = s * 3 + a[i++]; while (i-- > 0) s ^= a[i]; int *e = a + n; while (e > a) s += *--e; e = a + n - 1; for (int k = 0; k < n; k++) s = s * 2 + *e--; return s; }
struct s { int x; char c[3]; };
int main(void) {
  char b[20], *q = b; int a[] = { 3, 1, 4, 1, 5 }, *p = a; unsigned u = 0; unsigned char uc = 255; long l = 2; struct s st[3] = { { 1, "ab" }, { 2, "cd" }, { 3, "ef" } }, *sp = st;
  cpy(b, "hello"); printf("%u %s %d\n", len(b), b, rev(a, 5)); *p++ += 10; *p++ *= 2; (*p++)++; p[-1]--; printf("%d %d %d %d\n", a[0], a[1], a[2], (int)(p - a));
  printf("%d\n", a[u++]); printf("%d\n", b[uc++ & 3]); a[l--] = 7; a[l++] = 8; printf("%d %d %ld\n", a[2], a[1], l); printf("%d ", sp++->x); printf("%c ", (*sp++).c[1]); printf("%d\n", (int)(sp - st)); int i = 1; int *r = &a[i++]; printf("%d %d\n", *r, i); int m[2][2] = { { 1, 2 }, { 3, 4 } }; i = 0; printf("%d ", m[i++][1]); printf("%d\n", i); return a[4];
}
