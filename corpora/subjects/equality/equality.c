/* Two values have to be equal. The new version alters one of them; the
   developers then altered the other, for the new one was meant. */
#include <assert.h>
#include <stdio.h>

static int capacity = 2;

static int slots(void) {
  int rows = 1;
  int columns = 2;
  return rows * columns;
}

int main(void) {
  int n = slots();
  printf("%d slots\n", n);
  assert(n == capacity);
  return 0;
}
