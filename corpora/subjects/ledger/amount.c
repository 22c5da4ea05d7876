#include "ledger.h"

static int is_digit(char c) {
  return c >= '0' && c <= '9';
}

int read_amount(const char *text, long *cents) {
  int negative = 0, places = 0;
  long value = 0;
  if (*text == '-' || *text == '+') {
    negative = *text == '-';
    text++;
  }
  if (!is_digit(*text))
    return 0;
  while (is_digit(*text)) {
    value = 10 * value + (*text++ - '0');
    if (value > 10000000)
      return 0;
  }
  if (*text == '.') {
    text++;
    while (is_digit(*text) && places < 2) {
      value = 10 * value + (*text++ - '0');
      places++;
    }
    if (places == 0)
      return 0;
  }
  if (*text != '\0')
    return 0;
  for (; places < 2; places++)
    value *= 10;
  *cents = negative ? -value : value;
  return 1;
}
