/* calc: evaluates an integer expression.

   usage: calc EXPRESSION

   Operators, from the loosest: | and & (the left operand, unless it or, for &,
   either is zero), comparisons, + and -, * / and %, unary -, parentheses.
   Arithmetic wraps at 32 bits. Exit status: 0 for a value other than zero, 1
   for zero, 2 for a bad expression, 3 for a division by zero. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static const char *cursor;

static int either(void);

static void fail(int status, const char *why) {
  fputs("calc: ", stderr);
  fputs(why, stderr);
  fputc('\n', stderr);
  exit(status);
}

static void skip(void) {
  for (; isspace((unsigned char)*cursor); cursor++)
    ;
}

static int accept(char c) {
  skip();
  if (*cursor == c) {
    cursor++;
    return 1;
  }
  return 0;
}

static int primary(void) {
  unsigned number = 0;
  int inner;
  if (accept('(')) {
    inner = either();
    if (accept(')') == 0)
      fail(2, "missing )");
    return inner;
  }
  skip();
  if (*cursor < '0' || *cursor > '9')
    fail(2, "a number is missing");
  for (; *cursor >= '0' && *cursor <= '9'; cursor++)
    number = number * 10 + (unsigned)(*cursor - '0');
  return (int)number;
}

static int unary(void) {
  int value, negative = 0;
  while (accept('-'))
    negative = 1;
  value = primary();
  return negative ? (int)(0u - (unsigned)value) : value;
}

static int divide(int a, int b, int remainder) {
  if (!b)
    fail(3, "division by zero");
  if (b == -1)
    return remainder ? 0 : (int)(0u - (unsigned)a);
  if (remainder)
    return a % b;
  return a / b;
}

static int product(void) {
  int value = unary();
  for (;;) {
    if (accept('*'))
      value = (int)((unsigned)value * (unsigned)unary());
    else if (accept('/'))
      value = divide(value, unary(), 0 != 0);
    else if (accept('%'))
      value = divide(value, unary(), 1 != 0);
    else
      return value;
  }
}

static int sum(void) {
  int value = product();
  while (1) {
    if (accept('+'))
      value = (int)((unsigned)value + (unsigned)product());
    else if (accept('-'))
      value = (int)(0u + (unsigned)value - (unsigned)product());
    else
      return value;
  }
}

static int comparison(void) {
  int value = sum();
  while (1) {
    if (accept('=')) {
      value = sum() == value;
    } else if (accept('<')) {
      if (accept('='))
        value = sum() >= value;
      else
        value = sum() > value;
    } else if (accept('>')) {
      if (accept('='))
        value = sum() <= value;
      else
        value = sum() < value;
    } else {
      return value;
    }
  }
}

static int both(void) {
  int value = comparison();
  while (accept('&')) {
    int right = comparison();
    if (!right)
      value = 0;
  }
  return value;
}

static int either(void) {
  int value = both();
  while (accept('|')) {
    int right = both();
    if (!value)
      value = right;
  }
  return value;
}

int main(int argc, char **argv) {
  int value;
  if (argc < 2 || argc > 2)
    fail(2, "one expression is needed");
  cursor = argv[1];
  value = either();
  skip();
  if (*cursor)
    fail(2, "unexpected text after the expression");
  printf("%d\n", value);
  return value ? 0 : 1;
}
