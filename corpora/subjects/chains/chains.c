/* Program E: six statements whose dependence chains can be counted by hand.
   Statement n of the example is at line 10 + n. The inputs are x and y, each
   from 1 to 10.

   Chains from statement 1 to an output: 1 2 6 7, 1 2 6 9, 1 4 6 7, 1 4 6 9.
   Statement 5 exists only where change 2 has been applied.
*/
#include <stdio.h>

void E(int x, int y) {
  if (x <= 2)
    y = y + 1;
  else
    y = y - 1;

  if (y > 2)
    printf("1\n");
  else
    printf("0\n");
}

int main(void) {
  E(1, 1);
  return 0;
}
