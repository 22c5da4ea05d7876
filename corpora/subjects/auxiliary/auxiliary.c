/* The change to blame cannot be reverted alone: the variable it would use
   again has lost its declaration to another change. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static int quota = 10;

int main(int argc, char **argv) {
  int x = argc > 1 ? atoi(argv[1]) : 0;
  int y;
  int z;
  printf("x = %d\n", x);
  y = quota - x;
  if (y < 0)
    return 1;
  z = x + y;
  printf("z = %d\n", z);
  assert(z == quota);
  return 0;
}
