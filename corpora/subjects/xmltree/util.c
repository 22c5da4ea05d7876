#include "xml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int warnings;
static int quiet_warnings;

void *allocate(size_t size)
{
  void *p = malloc(size > 0 ? size : 1);
  if (p == NULL) {
    fprintf(stderr, "xmltree: out of memory\n");
    exit(3);
  }
  return p;
}

void *reallocate(void *old, size_t size)
{
  void *p = realloc(old, size);
  if (p == NULL) {
    fprintf(stderr, "xmltree: out of memory\n");
    exit(3);
  }
  return p;
}

char *copy_bytes(const char *s, size_t n)
{
  char *p = allocate(n + 1);
  memcpy(p, s, n);
  p[n] = '\0';
  return p;
}

char *copy_string(const char *s)
{
  return copy_bytes(s, strlen(s));
}

void buffer_init(Buffer *b)
{
  b->room = 16;
  b->length = 0;
  b->text = allocate(b->room);
  b->text[0] = '\0';
}

void buffer_add(Buffer *b, int c)
{
  if (b->length + 1 >= b->room) {
    b->room *= 2;
    b->text = reallocate(b->text, b->room);
  }
  b->text[b->length++] = (char)c;
  b->text[b->length] = '\0';
}

void buffer_add_string(Buffer *b, const char *s)
{
  while (*s != '\0')
    buffer_add(b, (unsigned char)*s++);
}

void buffer_clear(Buffer *b)
{
  b->length = 0;
  b->text[0] = '\0';
}

/* Gives the text away and leaves an empty buffer. */
char *buffer_take(Buffer *b)
{
  char *text = b->text;
  buffer_init(b);
  return text;
}

void buffer_free(Buffer *b)
{
  free(b->text);
  b->text = NULL;
  b->length = 0;
  b->room = 0;
}

int is_space(int c)
{
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

int is_name_start(int c)
{
  if (c >= 'a' && c <= 'z')
    return 1;
  if (c >= 'A' && c <= 'Z')
    return 1;
  return c == '_' || c == ':' || c >= 0x80;
}

int is_name_char(int c)
{
  if (is_name_start(c))
    return 1;
  if (c >= '0' && c <= '9')
    return 1;
  return c == '-' || c == '.';
}

int is_name(const char *s)
{
  if (!is_name_start((unsigned char)*s))
    return 0;
  for (s++; *s != '\0'; s++) {
    if (!is_name_char((unsigned char)*s))
      return 0;
  }
  return 1;
}

int is_name_token(const char *s)
{
  if (*s == '\0')
    return 0;
  for (; *s != '\0'; s++) {
    if (!is_name_char((unsigned char)*s))
      return 0;
  }
  return 1;
}

/* Drops spaces at both ends and makes one of several in between. */
char *normalise_spaces(const char *s)
{
  Buffer b;
  int pending = 0;
  buffer_init(&b);
  for (; *s != '\0'; s++) {
    if (is_space((unsigned char)*s)) {
      pending = b.length > 0;
    } else {
      if (pending)
        buffer_add(&b, ' ');
      pending = 0;
      buffer_add(&b, (unsigned char)*s);
    }
  }
  return b.text;
}

static void message(int line, const char *kind, const char *what, const char *detail)
{
  fprintf(stderr, "xmltree: ");
  if (line > 0)
    fprintf(stderr, "line %d: ", line);
  fprintf(stderr, "%s%s", kind, what);
  if (detail != NULL)
    fprintf(stderr, " '%s'", detail);
  fprintf(stderr, "\n");
}

void fatal(int line, const char *what, const char *detail)
{
  fflush(stdout);
  message(line, "", what, detail);
  exit(2);
}

void warning(int line, const char *what, const char *detail)
{
  warnings++;
  if (!quiet_warnings)
    message(line, "invalid: ", what, detail);
}

int warning_count(void)
{
  return warnings;
}

void set_quiet(int quiet)
{
  quiet_warnings = quiet;
}
