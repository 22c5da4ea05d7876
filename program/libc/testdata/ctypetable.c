/* The tables of the system's ctype.h agree with the functions. */
#include <ctype.h>
#include <stdio.h>
const unsigned short **__ctype_b_loc(void); const int **__ctype_tolower_loc(void); const int **__ctype_toupper_loc(void);
int main(void) {
  for (int c = -128; c < 256; c++) {
    int m = c >= 0 && c < 128 ? (isupper(c) | islower(c) | isalpha(c) | isdigit(c) | isxdigit(c) | isspace(c) | isprint(c) | isgraph(c) | isblank(c) | iscntrl(c) | ispunct(c) | isalnum(c)) : 0;
    if ((*__ctype_b_loc())[c] != (unsigned short)m) { printf("mask %d %x %x\n", c, (*__ctype_b_loc())[c], m); return 1; }
    if ((*__ctype_tolower_loc())[c] != tolower(c) || (*__ctype_toupper_loc())[c] != toupper(c)) { printf("case %d\n", c); return 2; }
  }
  return 0; }
