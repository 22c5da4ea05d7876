#include "xml.h"

#include <stdlib.h>
#include <string.h>

void dtd_init(Dtd *d)
{
  d->root = NULL;
  d->elements = NULL;
  d->notations = NULL;
  d->element_count = 0;
  d->attribute_count = 0;
}

static ElementDecl *find_element(const Dtd *d, const char *name)
{
  ElementDecl *e;
  for (e = d->elements; e != NULL; e = e->next) {
    if (strcmp(e->name, name) == 0)
      return e;
  }
  return NULL;
}

/* The declaration of an element type, made if there is none. Declarations stay
 * in the order in which they were first mentioned. */
ElementDecl *dtd_element(Dtd *d, const char *name)
{
  ElementDecl *e = find_element(d, name);
  ElementDecl **end;
  if (e != NULL)
    return e;
  e = allocate(sizeof *e);
  e->name = copy_string(name);
  e->content = CONTENT_UNDECLARED;
  e->model = NULL;
  e->attributes = NULL;
  e->next = NULL;
  for (end = &d->elements; *end != NULL; end = &(*end)->next)
    ;
  *end = e;
  return e;
}

AttributeDecl *dtd_attribute(ElementDecl *e, const char *name)
{
  AttributeDecl *a;
  for (a = e->attributes; a != NULL; a = a->next) {
    if (strcmp(a->name, name) == 0)
      return a;
  }
  return NULL;
}

static void free_attributes(AttributeDecl *a)
{
  while (a != NULL) {
    AttributeDecl *next = a->next;
    int i;
    for (i = 0; i < a->choice_count; i++)
      free(a->choices[i]);
    free(a->choices);
    free(a->name);
    free(a->value);
    free(a);
    a = next;
  }
}

void dtd_free(Dtd *d)
{
  while (d->elements != NULL) {
    ElementDecl *e = d->elements;
    d->elements = e->next;
    free_attributes(e->attributes);
    particle_free(e->model);
    free(e->name);
    free(e);
  }
  while (d->notations != NULL) {
    Notation *n = d->notations;
    d->notations = n->next;
    free(n->name);
    free(n->system);
    free(n);
  }
  free(d->root);
  d->root = NULL;
}

/* SYSTEM "..." or PUBLIC "..." "...". Returns the system identifier, or NULL
 * if there is neither; of a notation the system identifier may be missing. */
static char *read_external(Reader *r, int notation)
{
  char *id;
  if (looking_at(r, "SYSTEM")) {
    if (!skip_spaces(r))
      fatal(reader_line(r), "expected a space after SYSTEM", NULL);
    return read_literal(r);
  }
  if (!looking_at(r, "PUBLIC"))
    return NULL;
  if (!skip_spaces(r))
    fatal(reader_line(r), "expected a space after PUBLIC", NULL);
  id = read_literal(r);
  skip_spaces(r);
  if (notation && reader_peek(r) == '>')
    return id;
  free(id);
  return read_literal(r);
}

static void require_space(Reader *r)
{
  if (!skip_spaces(r))
    fatal(reader_line(r), "expected white space in a declaration", NULL);
}

static void close_declaration(Reader *r)
{
  skip_spaces(r);
  expect(r, ">");
}

/* ---- <!ELEMENT name content> ---- */

/* Reads what follows "(#PCDATA". */
static Particle *read_mixed(Reader *r)
{
  Particle *choice = particle_new(PARTICLE_CHOICE);
  Particle *last = NULL;
  for (;;) {
    Particle *p;
    skip_spaces(r);
    if (looking_at(r, ")"))
      break;
    expect(r, "|");
    skip_spaces(r);
    p = particle_new(PARTICLE_NAME);
    p->name = read_name(r);
    if (last == NULL)
      choice->parts = p;
    else
      last->next = p;
    last = p;
  }
  if (looking_at(r, "*"))
    choice->repeat = '*';
  else if (choice->parts != NULL)
    fatal(reader_line(r), "mixed content with elements must end in", ")*");
  return choice;
}

static void read_element_decl(Reader *r, Dtd *d)
{
  ElementDecl *e;
  char *name;
  require_space(r);
  name = read_name(r);
  require_space(r);
  e = dtd_element(d, name);
  if (e->content != CONTENT_UNDECLARED)
    fatal(reader_line(r), "element declared twice:", name);
  d->element_count++;
  if (looking_at(r, "EMPTY")) {
    e->content = CONTENT_EMPTY;
  } else if (looking_at(r, "ANY")) {
    e->content = CONTENT_ANY;
  } else {
    expect(r, "(");
    skip_spaces(r);
    if (looking_at(r, "#PCDATA")) {
      e->content = CONTENT_MIXED;
      e->model = read_mixed(r);
    } else {
      e->content = CONTENT_CHILDREN;
      e->model = read_model(r);
    }
  }
  close_declaration(r);
  free(name);
}

/* ---- <!ATTLIST element name type default ...> ---- */

static void add_choice(AttributeDecl *a, char *choice)
{
  a->choices = reallocate(a->choices, sizeof *a->choices * (size_t)(a->choice_count + 1));
  a->choices[a->choice_count++] = choice;
}

static void read_choices(Reader *r, AttributeDecl *a)
{
  for (;;) {
    skip_spaces(r);
    add_choice(a, read_name_token(r));
    skip_spaces(r);
    if (looking_at(r, ")"))
      return;
    expect(r, "|");
  }
}

static void read_attribute_type(Reader *r, AttributeDecl *a)
{
  static const struct {
    const char *name;
    AttributeType type;
  } types[] = {
    { "CDATA", TYPE_CDATA }, { "ID", TYPE_ID }, { "IDREF", TYPE_IDREF },
    { "IDREFS", TYPE_IDREFS }, { "NMTOKEN", TYPE_NMTOKEN },
    { "NMTOKENS", TYPE_NMTOKENS }, { "ENTITY", TYPE_ENTITY }
  };
  char *word;
  size_t i;
  if (looking_at(r, "(")) {
    a->type = TYPE_ENUMERATION;
    read_choices(r, a);
    return;
  }
  word = read_name(r);
  for (i = 0; i < sizeof types / sizeof types[0]; i++) {
    if (strcmp(word, types[i].name) == 0)
      break;
  }
  if (i == sizeof types / sizeof types[0])
    fatal(reader_line(r), "unknown type of attribute", word);
  a->type = types[i].type;
  free(word);
}

static void read_default(Reader *r, Entities *t, AttributeDecl *a)
{
  char *value;
  if (looking_at(r, "#REQUIRED")) {
    a->kind = DEFAULT_REQUIRED;
    return;
  }
  if (looking_at(r, "#IMPLIED")) {
    a->kind = DEFAULT_IMPLIED;
    return;
  }
  a->kind = DEFAULT_NONE;
  if (looking_at(r, "#FIXED")) {
    a->kind = DEFAULT_FIXED;
    require_space(r);
  }
  value = read_attribute_value(r, t);
  if (a->type == TYPE_CDATA) {
    a->value = value;
  } else {
    a->value = normalise_spaces(value);
    free(value);
  }
}

static void read_attlist(Reader *r, Dtd *d, Entities *t)
{
  ElementDecl *e;
  char *name;
  require_space(r);
  name = read_name(r);
  e = dtd_element(d, name);
  free(name);
  for (;;) {
    AttributeDecl *a, **end;
    skip_spaces(r);
    if (looking_at(r, ">"))
      return;
    a = allocate(sizeof *a);
    memset(a, 0, sizeof *a);
    a->name = read_name(r);
    require_space(r);
    read_attribute_type(r, a);
    require_space(r);
    read_default(r, t, a);
    if (dtd_attribute(e, a->name) != NULL) {
      /* The first declaration binds. */
      free_attributes(a);
      continue;
    }
    for (end = &e->attributes; *end != NULL; end = &(*end)->next)
      ;
    *end = a;
    d->attribute_count++;
  }
}

/* ---- <!ENTITY name value>, <!ENTITY % name value> ---- */

static void read_entity_decl(Reader *r, Entities *t)
{
  int parameter = 0;
  char *name, *text;
  require_space(r);
  if (looking_at(r, "%")) {
    parameter = 1;
    require_space(r);
  }
  name = read_name(r);
  require_space(r);
  text = read_external(r, 0);
  if (text != NULL) {
    entity_define_external(t, name, text, parameter);
    skip_spaces(r);
    if (!parameter && looking_at(r, "NDATA")) {
      require_space(r);
      free(read_name(r));
    }
  } else {
    text = read_entity_value(r, t);
    entity_define(t, name, text, parameter);
  }
  close_declaration(r);
  free(text);
  free(name);
}

/* ---- <!NOTATION name external> ---- */

static void read_notation(Reader *r, Dtd *d)
{
  Notation *n = allocate(sizeof *n);
  require_space(r);
  n->name = read_name(r);
  require_space(r);
  n->system = read_external(r, 1);
  if (n->system == NULL)
    fatal(reader_line(r), "notation without identifier:", n->name);
  n->next = d->notations;
  d->notations = n;
  close_declaration(r);
}

static void skip_comment(Reader *r)
{
  free(read_until(r, "--"));
  expect(r, ">");
}

/* Reads what follows "<!" in the internal subset. */
static void read_declaration(Reader *r, Dtd *d, Entities *t)
{
  if (looking_at(r, "--"))
    skip_comment(r);
  else if (looking_at(r, "ELEMENT"))
    read_element_decl(r, d);
  else if (looking_at(r, "ATTLIST"))
    read_attlist(r, d, t);
  else if (looking_at(r, "ENTITY"))
    read_entity_decl(r, t);
  else if (looking_at(r, "NOTATION"))
    read_notation(r, d);
  else
    fatal(reader_line(r), "unknown declaration", NULL);
}

static void read_parameter_reference(Reader *r, Entities *t)
{
  char *name = read_name(r);
  Entity *e;
  expect(r, ";");
  e = entity_find(t, name, 1);
  if (e == NULL)
    fatal(reader_line(r), "undefined parameter entity", name);
  if (e->value != NULL) {
    if (reader_inside(r, name))
      fatal(reader_line(r), "entity refers to itself:", name);
    e->uses++;
    reader_push(r, e->value, name);
  }
  free(name);
}

static void read_subset(Reader *r, Dtd *d, Entities *t)
{
  for (;;) {
    int c;
    skip_spaces(r);
    c = reader_get(r);
    if (c == ']')
      return;
    if (c == '%') {
      read_parameter_reference(r, t);
    } else if (c == '<') {
      if (looking_at(r, "?"))
        free(read_until(r, "?>"));
      else if (looking_at(r, "!"))
        read_declaration(r, d, t);
      else
        fatal(reader_line(r), "expected a declaration", NULL);
    } else if (c == END_OF_INPUT) {
      fatal(reader_line(r), "document type declaration does not end", NULL);
    } else {
      fatal(reader_line(r), "expected a declaration", NULL);
    }
  }
}

/* Reads what follows "<!DOCTYPE". */
void read_doctype(Reader *r, Dtd *d, Entities *t)
{
  char *system;
  require_space(r);
  d->root = read_name(r);
  skip_spaces(r);
  system = read_external(r, 0);
  free(system); /* external subsets are not read */
  skip_spaces(r);
  if (looking_at(r, "["))
    read_subset(r, d, t);
  close_declaration(r);
}
