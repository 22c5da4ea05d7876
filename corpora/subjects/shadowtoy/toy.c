/* The smallest program on which a patch goes unnoticed by tests that cover
   every branch of both versions.

   What varies is the parameter of foo. The tests -5, 3 and 50 take all the
   branches, before and after the patch of y; but the two versions part only
   for x = 0 and x = 1, and at the two ends of int, where y overflows.

   The patch lets x = 0 through, and then the index z is -1.
*/
char arr[3];

int foo(int x) {
  int y = x - 1;
  if (y > 0) {
    int z = x - 1;
    if (z < 3)
      arr[z] = 'a';
  }
  return 0;
}

int main(void) { return foo(3); }
