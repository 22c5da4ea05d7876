/* A patch that only moves the bound of a comparison. A test on either side of
   both bounds covers every branch and sees nothing: the versions differ for
   x from 11 to 20 alone. */
#include <stdio.h>

int alarm_level(int x) {
  int level = 0;
  if (x > 10)
    level = 1;
  printf("level %d\n", level);
  return level;
}

int main(void) { return alarm_level(0); }
