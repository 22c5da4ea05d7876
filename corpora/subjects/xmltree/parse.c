#include "xml.h"

#include <stdlib.h>
#include <string.h>

#define MAX_DEPTH 64

typedef struct Parser {
  Reader reader;
  Document *document;
  const ParseOptions *options;
  Buffer text;       /* character data since the last tag */
  int text_line;
} Parser;

/* ---- character data ---- */

static int only_spaces(const char *s)
{
  for (; *s != '\0'; s++) {
    if (!is_space((unsigned char)*s))
      return 0;
  }
  return 1;
}

/* Makes a node of the character data before a tag. */
static void flush_text(Parser *p, Node *parent)
{
  Node *n;
  if (p->text.length == 0)
    return;
  if (!p->options->keep_spaces && only_spaces(p->text.text)) {
    buffer_clear(&p->text);
    return;
  }
  n = node_new(NODE_TEXT, p->text_line);
  n->text = buffer_take(&p->text);
  node_append(parent, n);
}

static void add_character(Parser *p, int c)
{
  if (p->text.length == 0)
    p->text_line = reader_line(&p->reader);
  buffer_add(&p->text, c);
}

static void read_cdata(Parser *p)
{
  char *s;
  expect(&p->reader, "CDATA[");
  if (p->text.length == 0)
    p->text_line = reader_line(&p->reader);
  s = read_until(&p->reader, "]]>");
  buffer_add_string(&p->text, s);
  free(s);
}

/* ---- comments and instructions ---- */

static void read_comment(Parser *p, Node *parent)
{
  Reader *r = &p->reader;
  int line = reader_line(r);
  char *s = read_until(r, "--");
  if (reader_get(r) != '>')
    fatal(reader_line(r), "'--' in a comment", NULL);
  if (p->options->keep_comments) {
    Node *n = node_new(NODE_COMMENT, line);
    n->text = s;
    node_append(parent, n);
  } else {
    free(s);
  }
}

static int is_reserved(const char *name)
{
  return (name[0] == 'x' || name[0] == 'X') && (name[1] == 'm' || name[1] == 'M') &&
         (name[2] == 'l' || name[2] == 'L') && name[3] == '\0';
}

static void read_instruction(Parser *p, Node *parent)
{
  Reader *r = &p->reader;
  Node *n = node_new(NODE_INSTRUCTION, reader_line(r));
  n->name = read_name(r);
  if (is_reserved(n->name))
    fatal(reader_line(r), "XML declaration not at the start", NULL);
  if (!skip_spaces(r) && reader_peek(r) != '?')
    fatal(reader_line(r), "expected white space after", n->name);
  n->text = read_until(r, "?>");
  node_append(parent, n);
}

/* ---- attributes ---- */

static AttributeDecl *declaration_of(Parser *p, const Node *n, const char *name)
{
  ElementDecl *e;
  for (e = p->document->dtd.elements; e != NULL; e = e->next) {
    if (strcmp(e->name, n->name) == 0)
      return dtd_attribute(e, name);
  }
  return NULL;
}

static void read_attribute(Parser *p, Node *n)
{
  Reader *r = &p->reader;
  AttributeDecl *decl;
  char *name = read_name(r);
  char *value;
  skip_spaces(r);
  expect(r, "=");
  skip_spaces(r);
  value = read_attribute_value(r, &p->document->entities);
  decl = declaration_of(p, n, name);
  if (decl != NULL && decl->type != TYPE_CDATA) {
    char *normal = normalise_spaces(value);
    free(value);
    value = normal;
  }
  if (node_set(n, name, value) == NULL)
    fatal(reader_line(r), "attribute given twice:", name);
  free(name);
  free(value);
}

/* Adds the attributes that the declaration has values for. */
static void add_defaults(Parser *p, Node *n)
{
  ElementDecl *e;
  AttributeDecl *a;
  for (e = p->document->dtd.elements; e != NULL; e = e->next) {
    if (strcmp(e->name, n->name) != 0)
      continue;
    for (a = e->attributes; a != NULL; a = a->next) {
      if (a->value != NULL && node_attribute(n, a->name) == NULL) {
        Attribute *added = node_set(n, a->name, a->value);
        added->defaulted = 1;
      }
    }
  }
}

/* ---- namespaces ---- */

/* Whether the prefix of the first length bytes is declared at n or above. */
static int prefix_declared(const Node *n, const char *prefix, size_t length)
{
  if (length == 3 && strncmp(prefix, "xml", 3) == 0)
    return 1;
  for (; n != NULL; n = n->parent) {
    const Attribute *a;
    for (a = n->attributes; a != NULL; a = a->next) {
      if (strncmp(a->name, "xmlns:", 6) == 0 && strlen(a->name + 6) == length &&
          strncmp(a->name + 6, prefix, length) == 0)
        return a->value[0] != '\0';
    }
  }
  return 0;
}

static void check_prefix(const Node *n, const char *name)
{
  const char *colon = strchr(name, ':');
  if (colon == NULL)
    return;
  if (colon == name || colon[1] == '\0' || strchr(colon + 1, ':') != NULL)
    fatal(n->line, "name is not qualified rightly:", name);
  if (strncmp(name, "xmlns:", 6) == 0)
    return;
  if (!prefix_declared(n, name, (size_t)(colon - name)))
    fatal(n->line, "prefix is not declared:", name);
}

static void check_namespaces(const Node *n)
{
  const Attribute *a;
  check_prefix(n, n->name);
  for (a = n->attributes; a != NULL; a = a->next)
    check_prefix(n, a->name);
}

/* ---- elements ---- */

static void read_content(Parser *p, Node *n, int depth);

/* Reads the attributes of a start tag and its end. Tells whether it is the
 * tag of an empty element. */
static int read_attributes(Parser *p, Node *n)
{
  Reader *r = &p->reader;
  for (;;) {
    int space = skip_spaces(r);
    if (looking_at(r, "/>"))
      return 1;
    if (looking_at(r, ">"))
      return 0;
    if (!space)
      fatal(reader_line(r), "expected white space in the tag of", n->name);
    read_attribute(p, n);
  }
}

/* Reads what follows '<' of a start tag, up to the end of the element. */
static void read_element(Parser *p, Node *parent, int depth)
{
  Reader *r = &p->reader;
  Node *n;
  int empty;
  if (depth > MAX_DEPTH)
    fatal(reader_line(r), "elements nest too deeply", NULL);
  n = node_new(NODE_ELEMENT, reader_line(r));
  n->name = read_name(r);
  if (parent == NULL)
    p->document->root = n;
  else
    node_append(parent, n);
  empty = read_attributes(p, n);
  add_defaults(p, n);
  if (p->options->namespaces)
    check_namespaces(n);
  if (!empty)
    read_content(p, n, depth);
}

static void read_end_tag(Parser *p, const Node *n)
{
  Reader *r = &p->reader;
  char *name = read_name(r);
  if (strcmp(name, n->name) != 0)
    fatal(reader_line(r), "end tag does not match", n->name);
  skip_spaces(r);
  expect(r, ">");
  free(name);
}

/* Reads what follows '<' inside an element. Tells whether it was its end. */
static int read_markup(Parser *p, Node *n, int depth)
{
  Reader *r = &p->reader;
  if (looking_at(r, "![")) {
    read_cdata(p);
    return 0;
  }
  flush_text(p, n);
  if (looking_at(r, "/")) {
    read_end_tag(p, n);
    return 1;
  }
  if (looking_at(r, "!--"))
    read_comment(p, n);
  else if (looking_at(r, "?"))
    read_instruction(p, n);
  else
    read_element(p, n, depth + 1);
  return 0;
}

static void read_content(Parser *p, Node *n, int depth)
{
  Reader *r = &p->reader;
  int outside = reader_depth(r);
  for (;;) {
    int c = reader_get(r);
    if (c == END_OF_INPUT)
      fatal(reader_line(r), "element does not end:", n->name);
    if (c == '<') {
      if (read_markup(p, n, depth))
        break;
    } else if (c == '&') {
      if (p->text.length == 0)
        p->text_line = reader_line(r);
      read_reference(r, &p->document->entities, &p->text);
    } else if (c == ']' && looking_at(r, "]>")) {
      fatal(reader_line(r), "']]>' in character data", NULL);
    } else {
      add_character(p, c);
    }
  }
  if (reader_depth(r) > outside)
    fatal(reader_line(r), "element ends inside an entity:", n->name);
}

/* ---- the document ---- */

/* A pseudo attribute of the XML declaration. */
static char *read_pseudo(Reader *r, const char *name)
{
  skip_spaces(r);
  if (!looking_at(r, name))
    return NULL;
  skip_spaces(r);
  expect(r, "=");
  skip_spaces(r);
  return read_literal(r);
}

/* Reads what follows "<?xml". */
static void read_xml_declaration(Parser *p)
{
  Reader *r = &p->reader;
  char *value = read_pseudo(r, "version");
  if (value == NULL)
    fatal(reader_line(r), "XML declaration without version", NULL);
  if (strcmp(value, "1.0") != 0 && strcmp(value, "1.1") != 0)
    fatal(reader_line(r), "unknown version of XML", value);
  free(value);
  value = read_pseudo(r, "encoding");
  if (value != NULL && strcmp(value, "UTF-8") != 0 && strcmp(value, "US-ASCII") != 0)
    fatal(reader_line(r), "unknown encoding", value);
  free(value);
  value = read_pseudo(r, "standalone");
  if (value != NULL) {
    if (strcmp(value, "yes") == 0)
      p->document->standalone = 1;
    else if (strcmp(value, "no") != 0)
      fatal(reader_line(r), "standalone must be yes or no, not", value);
  }
  free(value);
  skip_spaces(r);
  expect(r, "?>");
}

/* Reads what follows '<' outside the root element. */
static void read_misc(Parser *p, int *doctype)
{
  Reader *r = &p->reader;
  Document *d = p->document;
  if (looking_at(r, "?")) {
    read_instruction(p, d->prolog);
  } else if (looking_at(r, "!--")) {
    read_comment(p, d->prolog);
  } else if (looking_at(r, "!DOCTYPE")) {
    if (*doctype || d->root != NULL)
      fatal(reader_line(r), "misplaced document type declaration", NULL);
    *doctype = 1;
    read_doctype(r, &d->dtd, &d->entities);
  } else {
    if (d->root != NULL)
      fatal(reader_line(r), "second root element", NULL);
    read_element(p, NULL, 1);
  }
}

/* Parses a document. The text becomes the parser's. */
void parse_document(Document *d, char *text, size_t length, const ParseOptions *o)
{
  Parser p;
  int doctype = 0;
  p.document = d;
  p.options = o;
  p.text_line = 0;
  buffer_init(&p.text);
  reader_init(&p.reader, text, length);
  if (looking_at(&p.reader, "<?xml ")) {
    read_xml_declaration(&p);
  }
  for (;;) {
    int c;
    skip_spaces(&p.reader);
    c = reader_get(&p.reader);
    if (c == END_OF_INPUT)
      break;
    if (c != '<')
      fatal(reader_line(&p.reader), "text outside the root element", NULL);
    read_misc(&p, &doctype);
  }
  if (d->root == NULL)
    fatal(reader_line(&p.reader), "no root element", NULL);
  buffer_free(&p.text);
  reader_free(&p.reader);
}
