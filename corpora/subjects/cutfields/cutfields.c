/* The start of a range such as "3-" or "-7": the number before the dash, or 1
   if there is none. Line n of the published example is at line 10 + n of the
   version called new, whose changes are at the example's lines 1, 5 and 7. */
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>


static void parse(const char *fs) {
  int v = 0, init = 1;
  while (true) {
    if (*fs >= '0' && *fs <= '9') {
      v = *fs - '0';
    } else if (*fs == '-') {
      init = v == 0 ? 1 : v;
    } else if (*fs == '\0') {
      assert(init != 0);
      break;
    }
    fs++;
  }
  printf("from %d\n", init);
}

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  parse(argv[1]);
  return 0;
}
