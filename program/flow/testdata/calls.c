#include <stdio.h>
#include <stdlib.h>
struct p { int x, y; };
int g;
int f(int a, struct p q) { if (a > 1 && g) return q.x; return q.y + f(a - 1, q); }
int main(int argc, char **argv) {
  struct p q = { argc, 3 };
  int v = argc > 2 ? atoi(argv[1]) : 0;
  int arr[4] = {0};
  for (int i = 0; i < 4; i++) { arr[i] = v; int k = f(i, q) + f(v, q); printf("%d\n", k); }
  if (!v) exit(2);
  while (v--) { g = f(v, q) || g; }
  return arr[v & 3];
}
