#include "xml.h"

#include <stdlib.h>
#include <string.h>

/* The reader takes the text over. */
void reader_init(Reader *r, char *text, size_t length)
{
  r->depth = 1;
  r->pushed_count = 0;
  r->stack[0].text = text;
  r->stack[0].length = length;
  r->stack[0].at = 0;
  r->stack[0].line = 1;
  r->stack[0].entity = NULL;
}

/* Reads text before what is left of the present source. */
void reader_push(Reader *r, const char *text, const char *entity)
{
  Source *s;
  if (r->depth == MAX_SOURCES)
    fatal(reader_line(r), "entities nest too deeply at", entity);
  if (r->pushed_count > 0)
    fatal(reader_line(r), "entity in the middle of a token", entity);
  s = &r->stack[r->depth++];
  s->text = copy_string(text);
  s->length = strlen(text);
  s->at = 0;
  s->line = 0;
  s->entity = copy_string(entity);
}

static void reader_pop(Reader *r)
{
  Source *s = &r->stack[--r->depth];
  free(s->text);
  free(s->entity);
}

int reader_get(Reader *r)
{
  Source *s;
  int c;
  if (r->pushed_count > 0)
    return r->pushed[--r->pushed_count];
  s = &r->stack[r->depth - 1];
  while (s->at >= s->length) {
    if (r->depth == 1)
      return END_OF_INPUT;
    reader_pop(r);
    s = &r->stack[r->depth - 1];
  }
  c = (unsigned char)s->text[s->at++];
  if (c == '\r') {
    /* All line ends become a newline. */
    if (s->at < s->length && s->text[s->at] == '\n')
      s->at++;
    c = '\n';
  }
  if (c == '\n' && s->line > 0)
    s->line++;
  return c;
}

void reader_unget(Reader *r, int c)
{
  if (c == END_OF_INPUT)
    return;
  if (r->pushed_count < (int)(sizeof r->pushed / sizeof r->pushed[0]))
    r->pushed[r->pushed_count++] = c;
}

int reader_peek(Reader *r)
{
  int c = reader_get(r);
  reader_unget(r, c);
  return c;
}

/* The line of the document, also inside the text of an entity. */
int reader_line(Reader *r)
{
  int line = r->stack[0].line;
  int i;
  if (r->depth == 1) {
    for (i = 0; i < r->pushed_count; i++) {
      if (r->pushed[i] == '\n')
        line--;
    }
  }
  return line;
}

/* Whether the text of this entity is being read. */
int reader_inside(Reader *r, const char *entity)
{
  int i;
  for (i = 1; i < r->depth; i++) {
    if (strcmp(r->stack[i].entity, entity) == 0)
      return 1;
  }
  return 0;
}

/* The number of entities whose text is not at its end. */
int reader_depth(Reader *r)
{
  int i, depth = 0;
  for (i = 1; i < r->depth; i++) {
    if (r->stack[i].at < r->stack[i].length)
      depth++;
  }
  return depth;
}

void reader_free(Reader *r)
{
  while (r->depth > 1)
    reader_pop(r);
  free(r->stack[0].text);
  r->stack[0].text = NULL;
  r->depth = 0;
}

/* Skips white space and tells whether there was any. */
int skip_spaces(Reader *r)
{
  int c, any = 0;
  for (;;) {
    c = reader_get(r);
    if (!is_space(c))
      break;
    any = 1;
  }
  reader_unget(r, c);
  return any;
}

/* Takes the literal if the input goes on with it. */
int looking_at(Reader *r, const char *literal)
{
  int taken[16];
  int n = 0, c;
  while (literal[n] != '\0') {
    c = reader_get(r);
    if (c != (unsigned char)literal[n]) {
      reader_unget(r, c);
      while (n > 0)
        reader_unget(r, taken[--n]);
      return 0;
    }
    taken[n++] = c;
  }
  return 1;
}

void expect(Reader *r, const char *literal)
{
  int i;
  for (i = 0; literal[i] != '\0'; i++) {
    if (reader_get(r) != (unsigned char)literal[i])
      fatal(reader_line(r), "expected", literal);
  }
}

static char *read_name_chars(Reader *r, Buffer *b)
{
  int c;
  for (;;) {
    c = reader_get(r);
    if (c == END_OF_INPUT || !is_name_char(c))
      break;
    buffer_add(b, c);
  }
  reader_unget(r, c);
  return b->text;
}

char *read_name(Reader *r)
{
  Buffer b;
  int c = reader_get(r);
  if (c == END_OF_INPUT || !is_name_start(c))
    fatal(reader_line(r), "expected a name", NULL);
  buffer_init(&b);
  buffer_add(&b, c);
  return read_name_chars(r, &b);
}

char *read_name_token(Reader *r)
{
  Buffer b;
  buffer_init(&b);
  read_name_chars(r, &b);
  if (b.length == 0)
    fatal(reader_line(r), "expected a name token", NULL);
  return b.text;
}

/* Reads up to and including end, which is not part of the result. */
char *read_until(Reader *r, const char *end)
{
  Buffer b;
  int c, start = reader_line(r);
  buffer_init(&b);
  while (!looking_at(r, end)) {
    c = reader_get(r);
    if (c == END_OF_INPUT)
      fatal(start, "missing", end);
    buffer_add(&b, c);
  }
  return b.text;
}
