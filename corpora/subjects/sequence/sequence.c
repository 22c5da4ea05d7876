/* sequence: prints the numbers from FIRST to LAST in steps.

   usage: sequence [-w] [-r] [-s SEPARATOR] [FIRST [STEP]] LAST

   -w pads with zeros to equal width, -r prints the last number first. Numbers
   are integers of at most nine digits. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int equal_width, reversed;
static const char *separator = "\n";

static int usage(const char *problem) {
  fprintf(stderr, "sequence: %s\n", problem);
  return 2;
}

/* Reads an integer; returns 0 if the text is none. */
static int number(const char *s, long *value) {
  char *end;
  if (*s == '\0' || strlen(s) > 10)
    return 0;
  *value = strtol(s, &end, 10);
  return *end == '\0';
}

/* The characters that a number takes, its sign included. */
static int width_of(long value) {
  int width = value < 0 ? 2 : 1;
  while (value >= 10 || value <= -10) {
    value /= 10;
    width++;
  }
  return width;
}

static void put(long value, int width) {
  if (equal_width)
    printf("%0*ld", width, value);
  else
    printf("%ld", value);
}

/* The last number that is printed, which is LAST only if a step reaches it. */
static long final(long first, long step, long last) {
  return first + (last - first) / step * step;
}

static void print(long first, long step, long last) {
  long end = final(first, step, last);
  int width = width_of(first);
  if (width_of(end) > width)
    width = width_of(end);
  if (reversed) {
    long swap = first;
    first = end;
    end = swap;
    step = -step;
  }
  for (long value = first;; value += step) {
    put(value, width);
    if (value == end)
      break;
    fputs(separator, stdout);
  }
  printf("\n");
}

int main(int argc, char **argv) {
  long first = 1, step = 1, last;
  int i = 1;
  for (; i < argc && argv[i][0] == '-' && argv[i][1] >= 'a'; i++) {
    if (strcmp(argv[i], "-w") == 0)
      equal_width = 1;
    else if (strcmp(argv[i], "-r") == 0)
      reversed = 1;
    else if (strcmp(argv[i], "-s") == 0 && i + 1 < argc)
      separator = argv[++i];
    else
      return usage("unknown option");
  }
  if (argc - i < 1 || argc - i > 3)
    return usage("one to three numbers are needed");
  if (!number(argv[argc - 1], &last))
    return usage("bad last number");
  if (argc - i >= 2 && !number(argv[i], &first))
    return usage("bad first number");
  if (argc - i == 3 && !number(argv[i + 1], &step))
    return usage("bad step");
  if (step == 0)
    return usage("step is zero");
  if (step > 0 ? first > last : first < last)
    return 0;
  print(first, step, last);
  return 0;
}
