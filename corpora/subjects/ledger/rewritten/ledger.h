/* What the files of ledger share. */
#ifndef LEDGER_H
#define LEDGER_H

#define MAX_ACCOUNTS 16
#define NAME_SIZE 12

struct account {
  char name[NAME_SIZE];
  int entries;
  long cents;
};

struct book {
  struct account accounts[MAX_ACCOUNTS];
  int used;
};

/* Reads an amount such as -12.5 into cents; returns 0 if the text is none. */
int read_amount(const char *text, long *cents);

/* Returns the account of that name, making it if it is new, or a null pointer
   if the book is full. */
struct account *find_account(struct book *b, const char *name);

void sort_book(struct book *b);
void print_book(const struct book *b);

#endif
