/* tally: counts the lines, words and bytes of its input, and measures its
   longest line.

   usage: tally [-lwcL]...

   Without an option it counts lines, words and bytes. A word is a run of bytes
   that are not white space; a tab moves to the next multiple of eight. */
#include <stdio.h>
#include <string.h>

#define TAB 8

struct counts {
  long lines, words, bytes, longest;
};

static int show_lines, show_words, show_bytes, show_longest;

static int is_space(int c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

static void count(FILE *in, struct counts *n) {
  int c;
  int in_word = 0;
  long column = 0;
  while ((c = getc(in)) != EOF) {
    n->bytes++;
    if (is_space(c)) {
      if (in_word)
        n->words++;
      in_word = 0;
    } else {
      in_word = 1;
    }
    switch (c) {
    case '\n':
      n->lines++;
      if (column > n->longest)
        n->longest = column;
      column = 0;
      break;
    case '\r':
      if (column > n->longest)
        n->longest = column;
      column = 0;
      break;
    case '\t':
      column += TAB - column % TAB;
      break;
    default:
      column++;
    }
  }
  if (in_word)
    n->words++;
  if (column > n->longest)
    n->longest = column;
}

static int options(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    if (argv[i][0] != '-' || argv[i][1] == '\0')
      return 0;
    for (const char *p = argv[i] + 1; *p; p++) {
      if (*p == 'l')
        show_lines = 1;
      else if (*p == 'w')
        show_words = 1;
      else if (*p == 'c')
        show_bytes = 1;
      else if (*p == 'L')
        show_longest = 1;
      else
        return 0;
    }
  }
  if (!show_lines && !show_words && !show_bytes && !show_longest)
    show_lines = show_words = show_bytes = 1;
  return 1;
}

static void print(long value, int *first) {
  printf(*first ? "%ld" : " %ld", value);
  *first = 0;
}

int main(int argc, char **argv) {
  struct counts n;
  int first = 1;
  memset(&n, 0, sizeof n);
  if (!options(argc, argv)) {
    fprintf(stderr, "usage: tally [-lwcL]\n");
    return 2;
  }
  count(stdin, &n);
  if (show_lines)
    print(n.lines, &first);
  if (show_words)
    print(n.words, &first);
  if (show_bytes)
    print(n.bytes, &first);
  if (show_longest)
    print(n.longest, &first);
  printf("\n");
  return 0;
}
