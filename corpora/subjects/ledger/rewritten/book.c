#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ledger.h"

struct account *find_account(struct book *b, const char *name) {
  struct account *a;
  int i;
  for (i = 0; i < b->used; i++) {
    if (!strncmp(b->accounts[i].name, name, NAME_SIZE - 1))
      return &b->accounts[i];
  }
  if (b->used >= MAX_ACCOUNTS)
    return NULL;
  a = b->accounts + b->used++;
  memset(a, 0, sizeof *a);
  strncpy(a->name, name, NAME_SIZE - 1);
  return a;
}

/* The greater balance comes first; equal ones are ordered by name. */
static int compare(const void *x, const void *y) {
  const struct account *a = x, *b = y;
  if (a->cents < b->cents)
    return 1;
  if (a->cents > b->cents)
    return -1;
  return -strcmp(a->name, b->name);
}

void sort_book(struct book *b) {
  qsort(b->accounts, b->used, sizeof(struct account), compare);
}

void print_book(const struct book *b) {
  long total = 0;
  for (int i = 0; i < b->used; i++) {
    const struct account *a = &b->accounts[i];
    long size = labs(a->cents);
    printf("%-11s %s%ld.%02ld", a->name, a->cents < 0 ? "-" : "", size / 100, size % 100);
    if (a->entries >= 2)
      printf(" (%d)", a->entries);
    printf("\n");
    total += a->cents;
  }
  if (total)
    printf("unbalanced by %ld\n", total);
}
