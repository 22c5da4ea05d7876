#include "ledger.h"

static int is_digit(int c) {
  return (unsigned)(c - '0') < 10;
}

int read_amount(const char *text, long *cents) {
  int negative = 0, places = 0;
  long value = 0;
  if (*text == '-')
    negative = 1;
  if (*text == '-' || *text == '+')
    text++;
  if (!is_digit(*text))
    return 0;
  while (is_digit(*text)) {
    value = 10 * value + *text++ - '0';
    if (value > 10 * 1000 * 1000)
      return 0;
  }
  if (*text == '.') {
    for (text++; is_digit(*text) && places < 2;) {
      value = 10 * value + (*text++ - '0');
      places++;
    }
    if (!places)
      return 0;
  }
  if (*text != '\0')
    return 0;
  if (places == 0)
    value *= 100;
  if (negative)
    value = -value;
  *cents = value;
  return 1;
}
