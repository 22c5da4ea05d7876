#include <stdio.h>
struct in { int a, b; }; struct out { struct in x[2]; char n[4]; union { int i; double d; } u; struct in *p; };
static struct in target = { 7, 8 };
static struct out s1 = { { { 1 }, { .b = 4 } }, "abc", { .d = 2.5 }, &target }, s2 = { .x[1].a = 9, .n = { 'q' }, .u.i = 3 }, arr[] = { [1] = { .x = { 1, 2, 3 } }, { .n = "z" } };
static const char *names[] = { [2] = "two", "three" }; static int m[][3] = { { 1 }, { 2, 3 }, [3] = { [2] = 9 } }; static struct { int n; int flex[]; } fl = { 3, { 1, 2, 3 } };
static int *ptrs[] = { &m[1][1], m[3], (int *)((char *)&target + 4) }; static long diff = (char *)&m[2] - (char *)&m[0]; static int sz = sizeof arr / sizeof *arr; struct bits { unsigned a : 3, : 2, b : 7; int c : 9; } bf = { 5, 100, -7 }; static struct in *lit = &(struct in){ 11, 12 }; static int (*fn)(const char *, ...) = printf;
static void show(const struct out *o) { printf("%d %d %d %d %.4s %d\n", o->x[0].a, o->x[0].b, o->x[1].a, o->x[1].b, o->n, o->p != 0); }
static int sum(struct in v, int k) { return v.a + v.b * k; }
int main(void) {
  show(&s1); show(&s2); for (int i = 0; i < sz; i++) show(&arr[i]); printf("%g %d\n", s1.u.d, s2.u.i); for (int i = 0; i < 4; i++) printf("%s ", names[i] ? names[i] : "-"); for (int i = 0; i < 4; i++) for (int j = 0; j < 3; j++) printf("%d,", m[i][j]); puts("");
  printf("%d %d %d %ld %d %u %d %d %d\n", *ptrs[0], ptrs[1][2], *ptrs[2], diff, fl.flex[2], bf.a, bf.b, bf.c, lit->b); fn("%s\n", "called");
  int n = 3; struct out o = { .x = { { n, n + 1 }, { n * 2 } }, .n = "hey", .p = &o.x[1] }; show(&o); printf("%d\n", o.p->a); int z[5] = { n, [3] = n * n }; for (int i = 0; i < 5; i++) printf("%d ", z[i]); char b[] = "xyz", c[6] = { "hi" }; printf("%zu %s %d\n", sizeof b, c, c[5]);
  printf("%d %d\n", sum((struct in){ 1, 2 }, 10), (int[]){ 4, 5, 6 }[1]); struct in e = { }; printf("%d\n", e.a); for (int i = 0; i < 2; i++) { struct in t = { i }; t.b += i; printf("%d%d ", t.a, t.b); } int q[2][2] = { 1, 2, 3 }; printf("%d %d\n", q[1][0], q[1][1]);  int range[] = { [0 ... 3] = 2, [4] = 1 }; printf("%d\n", range[3] + range[4]);
  return 0;
}
