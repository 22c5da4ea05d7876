/* runs: a run-length coder.

   usage: runs [-d]

   Encodes its input: a byte that is repeated N >= 3 times becomes ~, N as one
   letter (A for 3, B for 4, ... Z for 28) and the byte. A ~ is always written
   in this way, with a run of one as @. -d decodes. */
#include <stdio.h>
#include <string.h>

#define SHORTEST 3
#define MARK '~'
#define LONGEST 28

static void put_run(int c, int n) {
  if (n >= SHORTEST) {
    putchar(MARK);
    putchar('A' + n - SHORTEST);
    putchar(c);
    return;
  }
  for (; n > 0; n--) {
    if (c == MARK) {
      putchar(MARK);
      putchar('@');
    }
    putchar(c);
  }
}

static void encode(void) {
  int c, last = EOF, n = 0;
  while ((c = getchar()) != EOF) {
    if (c == last && n < LONGEST) {
      n++;
      continue;
    }
    if (n > 0)
      put_run(last, n);
    last = c;
    n = 1;
  }
  if (n > 0)
    put_run(last, n);
}

static int decode(void) {
  int c;
  while ((c = getchar()) != EOF) {
    int n = 1;
    if (c == MARK) {
      int letter = getchar();
      if (letter == '@')
        n = 1;
      else if (letter >= 'A' && letter <= 'Z')
        n = letter - 'A' + SHORTEST;
      else
        return 0;
      c = getchar();
      if (c == EOF)
        return 0;
    }
    while (n-- > 0)
      putchar(c);
  }
  return 1;
}

int main(int argc, char **argv) {
  if (argc == 1) {
    encode();
    return 0;
  }
  if (argc != 2 || strcmp(argv[1], "-d") != 0) {
    fprintf(stderr, "usage: runs [-d]\n");
    return 2;
  }
  if (!decode()) {
    fprintf(stderr, "runs: the input is damaged\n");
    return 1;
  }
  return 0;
}
