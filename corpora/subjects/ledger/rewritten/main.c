/* ledger: balances of accounts.

   usage: ledger [-s] [FILE]

   Each line of the file, or of the standard input, is "NAME AMOUNT"; a line
   that begins with # is a comment. -s sorts by balance. */
#include <stdio.h>
#include <string.h>

#include "ledger.h"

#define LINE 80

static int complain(int line, const char *why) {
  fprintf(stderr, "ledger: line %d: %s\n", line, why);
  return 1;
}

static int read_book(FILE *in, struct book *b) {
  char line[LINE], name[LINE], amount[LINE];
  int number = 0;
  while (fgets(line, LINE, in) != NULL) {
    struct account *a;
    long cents;
    int fields;
    number += 1;
    if (*line == '#')
      continue;
    fields = sscanf(line, "%79s %79s", name, amount);
    if (fields < 1)
      continue;
    if (fields < 2)
      return complain(number, "an amount is missing");
    if (!read_amount(amount, &cents))
      return complain(number, "bad amount");
    a = find_account(b, name);
    if (a == NULL)
      return complain(number, "too many accounts");
    a->entries++;
    a->cents += cents;
  }
  return 0;
}

int main(int argc, char **argv) {
  static struct book b;
  FILE *in = stdin;
  int sorted = 0, next = 1, status;
  if (argc > next && !strcmp(argv[next], "-s")) {
    sorted = 1;
    next++;
  }
  if (next < argc) {
    in = fopen(argv[next], "r");
    if (in == NULL) {
      fprintf(stderr, "ledger: cannot open %s\n", argv[next]);
      return 2;
    }
  }
  status = read_book(in, &b);
  if (status != 0)
    return status;
  if (sorted)
    sort_book(&b);
  print_book(&b);
  return 0;
}
