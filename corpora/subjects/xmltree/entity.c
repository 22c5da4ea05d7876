#include "xml.h"

#include <stdlib.h>
#include <string.h>

/* More replacement text than this is taken for an attack. */
#define MAX_EXPANSION 20000

static Entity *entity_add(Entities *t, const char *name, int parameter)
{
  Entity *e = allocate(sizeof *e);
  e->name = copy_string(name);
  e->value = NULL;
  e->system = NULL;
  e->parameter = parameter;
  e->predefined = 0;
  e->uses = 0;
  e->next = t->first;
  t->first = e;
  t->count++;
  return e;
}

void entities_init(Entities *t)
{
  static const char *const predefined[][2] = {
    { "lt", "<" }, { "gt", ">" }, { "amp", "&" }, { "apos", "'" }, { "quot", "\"" }
  };
  size_t i;
  t->first = NULL;
  t->count = 0;
  t->expanded = 0;
  for (i = 0; i < sizeof predefined / sizeof predefined[0]; i++) {
    Entity *e = entity_add(t, predefined[i][0], 0);
    e->value = copy_string(predefined[i][1]);
    e->predefined = 1;
  }
}

Entity *entity_find(Entities *t, const char *name, int parameter)
{
  Entity *e;
  for (e = t->first; e != NULL; e = e->next) {
    if (e->parameter == parameter && strcmp(e->name, name) == 0)
      return e;
  }
  return NULL;
}

/* The first declaration binds. Tells whether this was it. */
int entity_define(Entities *t, const char *name, const char *value, int parameter)
{
  Entity *e;
  if (entity_find(t, name, parameter) != NULL)
    return 0;
  e = entity_add(t, name, parameter);
  e->value = copy_string(value);
  return 1;
}

int entity_define_external(Entities *t, const char *name, const char *system, int parameter)
{
  Entity *e;
  if (entity_find(t, name, parameter) != NULL)
    return 0;
  e = entity_add(t, name, parameter);
  e->system = copy_string(system);
  return 1;
}

void entities_free(Entities *t)
{
  Entity *e = t->first;
  while (e != NULL) {
    Entity *next = e->next;
    free(e->name);
    free(e->value);
    free(e->system);
    free(e);
    e = next;
  }
  t->first = NULL;
}

static int digit_value(int c)
{
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'F')
    return c - 'A' + 10;
  return 99;
}

static int is_character(long code)
{
  if (code == 0x9 || code == 0xA || code == 0xD)
    return 1;
  if (code >= 0x20 && code <= 0xD7FF)
    return 1;
  if (code >= 0xE000 && code <= 0xFFFD)
    return 1;
  return code >= 0x10000 && code <= 0x10FFFF;
}

/* Reads what follows "&#". */
int read_character_reference(Reader *r)
{
  long code = 0;
  int base = 10, digits = 0, c;
  c = reader_get(r);
  if (c == 'x') {
    base = 16;
    c = reader_get(r);
  }
  while (digit_value(c) < base) {
    code = code * base + digit_value(c);
    if (code > 0x10FFFF)
      fatal(reader_line(r), "character reference too large", NULL);
    digits++;
    c = reader_get(r);
  }
  if (digits == 0 || c != ';')
    fatal(reader_line(r), "malformed character reference", NULL);
  if (!is_character(code))
    fatal(reader_line(r), "reference to what is no character", NULL);
  return (int)code;
}

void add_utf8(Buffer *b, long code)
{
  if (code < 0x80) {
    buffer_add(b, (int)code);
  } else if (code < 0x800) {
    buffer_add(b, (int)(0xC0 | (code >> 6)));
    buffer_add(b, (int)(0x80 | (code & 0x3F)));
  } else if (code < 0x10000) {
    buffer_add(b, (int)(0xE0 | (code >> 12)));
    buffer_add(b, (int)(0x80 | ((code >> 6) & 0x3F)));
    buffer_add(b, (int)(0x80 | (code & 0x3F)));
  } else {
    buffer_add(b, (int)(0xF0 | (code >> 18)));
    buffer_add(b, (int)(0x80 | ((code >> 12) & 0x3F)));
    buffer_add(b, (int)(0x80 | ((code >> 6) & 0x3F)));
    buffer_add(b, (int)(0x80 | (code & 0x3F)));
  }
}

/* Starts reading the text of an entity. */
static void expand(Reader *r, Entities *t, Entity *e)
{
  if (e->value == NULL)
    fatal(reader_line(r), "reference to external entity", e->name);
  if (reader_inside(r, e->name))
    fatal(reader_line(r), "entity refers to itself:", e->name);
  t->expanded += (long)strlen(e->value);
  if (t->expanded > MAX_EXPANSION)
    fatal(reader_line(r), "too much text from entities at", e->name);
  e->uses++;
  reader_push(r, e->value, e->name);
}

/* Reads what follows '&' in content or in an attribute value. Characters go
 * to out; the text of an entity is read next. */
void read_reference(Reader *r, Entities *t, Buffer *out)
{
  char *name;
  Entity *e;
  if (looking_at(r, "#")) {
    add_utf8(out, read_character_reference(r));
    return;
  }
  name = read_name(r);
  expect(r, ";");
  e = entity_find(t, name, 0);
  if (e == NULL)
    fatal(reader_line(r), "undefined entity", name);
  if (e->predefined) {
    e->uses++;
    buffer_add_string(out, e->value);
  } else {
    expand(r, t, e);
  }
  free(name);
}

static int read_quote(Reader *r)
{
  int c = reader_get(r);
  if (c != '"' && c != '\'')
    fatal(reader_line(r), "expected a quoted string", NULL);
  return c;
}

/* A quoted string in which nothing is special. */
char *read_literal(Reader *r)
{
  char end[2];
  end[0] = (char)read_quote(r);
  end[1] = '\0';
  return read_until(r, end);
}

/* The value of an entity declaration: character references and parameter
 * entities are replaced now, general entities when they are used. */
char *read_entity_value(Reader *r, Entities *t)
{
  Buffer b;
  int quote = read_quote(r);
  int start = reader_line(r);
  int depth = r->depth;
  buffer_init(&b);
  for (;;) {
    int c = reader_get(r);
    if (c == END_OF_INPUT)
      fatal(start, "entity value does not end", NULL);
    if (c == quote && r->depth <= depth)
      break;
    if (c == '&' && looking_at(r, "#")) {
      add_utf8(&b, read_character_reference(r));
    } else if (c == '%') {
      char *name = read_name(r);
      Entity *e;
      expect(r, ";");
      e = entity_find(t, name, 1);
      if (e == NULL)
        fatal(reader_line(r), "undefined parameter entity", name);
      expand(r, t, e);
      free(name);
    } else {
      buffer_add(&b, c);
    }
  }
  return b.text;
}

/* An attribute value with its references replaced and each white space
 * character made a space. */
char *read_attribute_value(Reader *r, Entities *t)
{
  Buffer b;
  int quote = read_quote(r);
  int start = reader_line(r);
  int depth = r->depth;
  buffer_init(&b);
  for (;;) {
    int c = reader_get(r);
    if (c == END_OF_INPUT)
      fatal(start, "attribute value does not end", NULL);
    if (c == quote && r->depth <= depth)
      break;
    if (c == '<')
      fatal(reader_line(r), "'<' in an attribute value", NULL);
    if (c == '&')
      read_reference(r, t, &b);
    else if (is_space(c))
      buffer_add(&b, ' ');
    else
      buffer_add(&b, c);
  }
  return b.text;
}
