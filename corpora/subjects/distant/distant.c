/* A small machine that runs a program of letters on a stack of numbers:
   digits push, + - * combine, d doubles the top, x swaps, > loops back to the
   last < while the top, counted down, is not zero, p prints the top.

   The options that are read first decide, thousands of instructions later, what
   is printed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH 16

struct options {
  int wrap;    /* numbers stay below it */
  int verbose; /* print the depth, too */
  int start;   /* first number on the stack */
};

struct machine {
  long stack[DEPTH];
  int top;
  long steps;
};

static int parse(struct options *o, const char *text) {
  for (; *text; text++) {
    switch (*text) {
    case 'v':
      o->verbose = 1;
      break;
    case 'w':
      o->wrap = 100;
      break;
    case 'W':
      o->wrap = 1000;
      break;
    case 's':
      o->start = 7;
      break;
    default:
      fprintf(stderr, "unknown option %c\n", *text);
      return 0;
    }
  }
  return 1;
}

static void push(struct machine *m, long v) {
  if (m->top == DEPTH) {
    fprintf(stderr, "stack overflow\n");
    exit(2);
  }
  m->stack[m->top++] = v;
}

static long pop(struct machine *m) {
  if (m->top == 0) {
    fprintf(stderr, "stack underflow\n");
    exit(2);
  }
  return m->stack[--m->top];
}

static long limit(const struct options *o, long v) {
  if (o->wrap)
    return v % o->wrap;
  return v;
}

static void show(const struct machine *m, const struct options *o, long v) {
  if (o->verbose)
    printf("[%d] ", m->top);
  printf("%ld\n", v);
}

static void run(struct machine *m, const struct options *o, const char *code) {
  int loop = 0;
  int n = (int)strlen(code);
  for (int pc = 0; pc < n; pc++) {
    char c = code[pc];
    long a;
    long b;
    m->steps++;
    switch (c) {
    case '+':
      b = pop(m);
      a = pop(m);
      push(m, limit(o, a + b));
      break;
    case '-':
      b = pop(m);
      a = pop(m);
      push(m, a - b);
      break;
    case '*':
      b = pop(m);
      a = pop(m);
      push(m, limit(o, a * b));
      break;
    case 'd':
      a = pop(m);
      push(m, a);
      push(m, a);
      break;
    case 'x':
      b = pop(m);
      a = pop(m);
      push(m, b);
      push(m, a);
      break;
    case '<':
      loop = pc;
      break;
    case '>':
      a = pop(m) - 1;
      if (a > 0) {
        push(m, a);
        pc = loop;
      }
      break;
    case 'p':
      a = pop(m);
      show(m, o, a);
      push(m, a);
      break;
    default:
      if (c >= '0' && c <= '9')
        push(m, c - '0');
      break;
    }
  }
}

int main(int argc, char **argv) {
  struct options o = {0, 0, 1};
  struct machine m;
  memset(&m, 0, sizeof m);
  if (argc != 3) {
    fprintf(stderr, "usage: distant OPTIONS CODE\n");
    return 2;
  }
  if (!parse(&o, argv[1]))
    return 2;
  push(&m, o.start);
  run(&m, &o, argv[2]);
  if (o.verbose)
    printf("%ld steps\n", m.steps);
  return 0;
}
