/* xmltree [-c] [-i N] [-d] [-k] [-s] [-v] [-n] [-t] [-D] [-q PATH] < document
 *
 *   -c  canonical form        -i N  indent by N columns
 *   -d  show default values   -k    keep white space
 *   -s  strip comments        -v    validate
 *   -n  check namespaces      -t    statistics
 *   -D  write declarations    -q    what PATH selects
 *   -x  the text only
 */
#include "xml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Settings {
  ParseOptions parse;
  WriteOptions write;
  int valid;
  int statistics;
  int declarations;
  int text;
  const char *path;
} Settings;

static void usage(void)
{
  fprintf(stderr, "usage: xmltree [-cdksvntDx] [-i N] [-q PATH] < document\n");
  exit(1);
}

static int parse_number(const char *s)
{
  int n = 0;
  if (*s == '\0')
    usage();
  for (; *s != '\0'; s++) {
    if (*s < '0' || *s > '9' || n > 8)
      usage();
    n = 10 * n + (*s - '0');
  }
  return n;
}

static void set_flag(Settings *s, char flag)
{
  switch (flag) {
  case 'c':
    s->write.canonical = 1;
    break;
  case 'd':
    s->write.show_defaults = 1;
    break;
  case 'k':
    s->parse.keep_spaces = 1;
    break;
  case 's':
    s->parse.keep_comments = 0;
    break;
  case 'v':
    s->valid = 1;
    break;
  case 'n':
    s->parse.namespaces = 1;
    break;
  case 't':
    s->statistics = 1;
    break;
  case 'D':
    s->declarations = 1;
    break;
  case 'x':
    s->text = 1;
    break;
  default:
    usage();
  }
}

static void read_arguments(Settings *s, int argc, char **argv)
{
  int i;
  memset(s, 0, sizeof *s);
  s->parse.keep_comments = 1;
  for (i = 1; i < argc; i++) {
    const char *arg = argv[i];
    if (arg[0] != '-' || arg[1] == '\0')
      usage();
    for (arg++; *arg != '\0'; arg++) {
      if (*arg == 'i' || *arg == 'q') {
        const char *value = arg[1] != '\0' ? arg + 1 : argv[++i];
        if (value == NULL)
          usage();
        if (*arg == 'i')
          s->write.indent = parse_number(value);
        else
          s->path = value;
        break;
      }
      set_flag(s, *arg);
    }
  }
}

static char *read_all(FILE *f, size_t *length)
{
  Buffer b;
  int c;
  buffer_init(&b);
  while ((c = getc(f)) != EOF)
    buffer_add(&b, c);
  *length = b.length;
  return b.text;
}

static int report(const Settings *s, Document *d)
{
  Buffer b;
  int status = 0;
  buffer_init(&b);
  if (s->path != NULL) {
    if (query(d, s->path, &b) == 0)
      status = 1;
  } else if (s->text) {
    char *text = node_content(d->root);
    buffer_add_string(&b, text);
    buffer_add(&b, '\n');
    free(text);
  } else if (s->declarations) {
    write_dtd(&b, &d->dtd);
  } else if (!s->statistics) {
    write_document(&b, d, &s->write);
  }
  fputs(b.text, stdout);
  buffer_free(&b);
  if (s->statistics) {
    Statistics statistics;
    collect(d, &statistics);
    print_statistics(d, &statistics);
  }
  return status;
}

int main(int argc, char **argv)
{
  Settings s;
  Document d;
  char *text;
  size_t length;
  int status;
  read_arguments(&s, argc, argv);
  text = read_all(stdin, &length);
  document_init(&d);
  parse_document(&d, text, length, &s.parse);
  status = report(&s, &d);
  if (s.valid && validate(&d) > 0)
    status = 1;
  document_free(&d);
  return status;
}
