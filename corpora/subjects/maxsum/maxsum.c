/* The larger of x and y plus the size of z. If sorted is set, x is known to be
   the largest. Line n of the published example is at line 10 + n; for it, the
   right answer to (3, 2, 1) is 4. */




#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
bool sorted = true;
void f(int x, int y, int z) {
  int sum = 0;
  if (!sorted)
    if (x > y)
      sum += x;
    else sum += y;
  else sum += x;
  if (z > 0)
    sum += z;
  else
    sum = sum - z;
  printf("sum = %d\n", sum); assert(sum == 4);
}

int main(void) {
  f(3, 2, 1);
  return 0;
}
