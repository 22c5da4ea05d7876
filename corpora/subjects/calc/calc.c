/* calc: evaluates an integer expression.

   usage: calc EXPRESSION

   Operators, from the loosest: | and & (the left operand, unless it or, for &,
   either is zero), comparisons, + and -, * / and %, unary -, parentheses.
   Arithmetic wraps at 32 bits. Exit status: 0 for a value other than zero, 1
   for zero, 2 for a bad expression, 3 for a division by zero. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static const char *at;

static int either(void);

static void fail(int status, const char *why) {
  fprintf(stderr, "calc: %s\n", why);
  exit(status);
}

static void skip(void) {
  while (isspace((unsigned char)*at))
    at++;
}

static int accept(char c) {
  skip();
  if (*at != c)
    return 0;
  at++;
  return 1;
}

static int primary(void) {
  unsigned value = 0;
  if (accept('(')) {
    int inner = either();
    if (!accept(')'))
      fail(2, "missing )");
    return inner;
  }
  skip();
  if (!isdigit((unsigned char)*at))
    fail(2, "a number is missing");
  while (isdigit((unsigned char)*at))
    value = 10 * value + (unsigned)(*at++ - '0');
  return (int)value;
}

static int unary(void) {
  if (accept('-'))
    return (int)(0u - (unsigned)unary());
  return primary();
}

static int divide(int a, int b, int remainder) {
  if (b == 0)
    fail(3, "division by zero");
  if (b == -1)
    return remainder ? 0 : (int)(0u - (unsigned)a);
  return remainder ? a % b : a / b;
}

static int product(void) {
  int value = unary();
  for (;;) {
    if (accept('*'))
      value = (int)((unsigned)value * (unsigned)unary());
    else if (accept('/'))
      value = divide(value, unary(), 0);
    else if (accept('%'))
      value = divide(value, unary(), 1);
    else
      return value;
  }
}

static int sum(void) {
  int value = product();
  for (;;) {
    if (accept('+'))
      value = (int)((unsigned)value + (unsigned)product());
    else if (accept('-'))
      value = (int)((unsigned)value - (unsigned)product());
    else
      return value;
  }
}

static int comparison(void) {
  int value = sum();
  for (;;) {
    if (accept('=')) {
      value = value == sum();
    } else if (accept('<')) {
      if (accept('='))
        value = value <= sum();
      else
        value = value < sum();
    } else if (accept('>')) {
      if (accept('='))
        value = value >= sum();
      else
        value = value > sum();
    } else {
      return value;
    }
  }
}

static int both(void) {
  int value = comparison();
  while (accept('&')) {
    int right = comparison();
    if (right == 0)
      value = 0;
  }
  return value;
}

static int either(void) {
  int value = both();
  while (accept('|')) {
    int right = both();
    if (value == 0)
      value = right;
  }
  return value;
}

int main(int argc, char **argv) {
  int value;
  if (argc != 2)
    fail(2, "one expression is needed");
  at = argv[1];
  value = either();
  skip();
  if (*at != '\0')
    fail(2, "unexpected text after the expression");
  printf("%d\n", value);
  return value == 0;
}
