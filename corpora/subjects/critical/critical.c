/* The change to blame is a condition that was executed but whose body was not:
   no chain of values leads from it to the failure. Line n of the published
   example is at line 10 + n. */



#include <assert.h>
#include <stdio.h>


void f(int a, int b, int c, int d) {
  if (a > 0) {
    if (b > 0) {
      if (c != 0)
        c = 0;
      d = c;
    }
  }
  printf("d = %d\n", d);
  assert(d == 0);
}

int main(void) {
  f(1, 1, 1, 1);
  return 0;
}
