#include "xml.h"

#include <stdlib.h>
#include <string.h>

/* Writes text so that reading it gives the same. */
void escape(Buffer *b, const char *s, int attribute)
{
  for (; *s != '\0'; s++) {
    switch (*s) {
    case '<':
      buffer_add_string(b, "&lt;");
      break;
    case '>':
      buffer_add_string(b, "&gt;");
      break;
    case '&':
      buffer_add_string(b, "&amp;");
      break;
    case '"':
      buffer_add_string(b, attribute ? "&quot;" : "\"");
      break;
    case '\n':
      buffer_add_string(b, attribute ? "&#10;" : "\n");
      break;
    case '\t':
      buffer_add_string(b, attribute ? "&#9;" : "\t");
      break;
    case '\r':
      buffer_add_string(b, "&#13;");
      break;
    default:
      buffer_add(b, (unsigned char)*s);
    }
  }
}

static void new_line(Buffer *b, int level, const WriteOptions *o)
{
  int i;
  if (o->indent == 0)
    return;
  if (b->length > 0)
    buffer_add(b, '\n');
  for (i = 0; i < level * o->indent; i++)
    buffer_add(b, ' ');
}

/* ---- attributes ---- */

static int by_name(const void *a, const void *b)
{
  const Attribute *const *p = a;
  const Attribute *const *q = b;
  return strcmp((*p)->name, (*q)->name);
}

static void write_attribute(Buffer *b, const Attribute *a)
{
  buffer_add(b, ' ');
  buffer_add_string(b, a->name);
  buffer_add_string(b, "=\"");
  escape(b, a->value, 1);
  buffer_add(b, '"');
}

static void write_attributes(Buffer *b, const Node *n, const WriteOptions *o)
{
  const Attribute **list;
  const Attribute *a;
  size_t count = 0, i = 0;
  for (a = n->attributes; a != NULL; a = a->next)
    count++;
  list = allocate(sizeof *list * count);
  for (a = n->attributes; a != NULL; a = a->next) {
    if (!a->defaulted || o->show_defaults || o->canonical)
      list[i++] = a;
  }
  count = i;
  if (o->canonical)
    qsort(list, count, sizeof *list, by_name);
  for (i = 0; i < count; i++)
    write_attribute(b, list[i]);
  free(list);
}

/* ---- nodes ---- */

/* Whether the content of n may be laid out on lines of its own. */
static int may_break(const Node *n, const WriteOptions *o)
{
  const Node *child;
  if (o->indent == 0)
    return 0;
  for (child = n->first; child != NULL; child = child->next) {
    if (child->kind == NODE_TEXT)
      return 0;
  }
  return 1;
}

static void write_element(Buffer *b, const Node *n, int level, const WriteOptions *o)
{
  const Node *child;
  buffer_add(b, '<');
  buffer_add_string(b, n->name);
  write_attributes(b, n, o);
  if (n->first == NULL && !o->canonical) {
    buffer_add_string(b, "/>");
    return;
  }
  buffer_add(b, '>');
  for (child = n->first; child != NULL; child = child->next) {
    if (may_break(n, o))
      new_line(b, level + 1, o);
    write_node(b, child, level + 1, o);
  }
  if (n->first != NULL && may_break(n, o))
    new_line(b, level, o);
  buffer_add_string(b, "</");
  buffer_add_string(b, n->name);
  buffer_add(b, '>');
}

void write_node(Buffer *b, const Node *n, int level, const WriteOptions *o)
{
  switch (n->kind) {
  case NODE_ELEMENT:
    write_element(b, n, level, o);
    break;
  case NODE_TEXT:
    escape(b, n->text, 0);
    break;
  case NODE_COMMENT:
    if (o->canonical)
      break;
    buffer_add_string(b, "<!--");
    buffer_add_string(b, n->text);
    buffer_add_string(b, "-->");
    break;
  case NODE_INSTRUCTION:
    buffer_add_string(b, "<?");
    buffer_add_string(b, n->name);
    if (n->text[0] != '\0') {
      buffer_add(b, ' ');
      buffer_add_string(b, n->text);
    }
    buffer_add_string(b, "?>");
    break;
  }
}

/* ---- declarations ---- */

static const char *type_name(AttributeType type)
{
  switch (type) {
  case TYPE_CDATA:
    return "CDATA";
  case TYPE_ID:
    return "ID";
  case TYPE_IDREF:
    return "IDREF";
  case TYPE_IDREFS:
    return "IDREFS";
  case TYPE_NMTOKEN:
    return "NMTOKEN";
  case TYPE_NMTOKENS:
    return "NMTOKENS";
  case TYPE_ENTITY:
    return "ENTITY";
  case TYPE_ENUMERATION:
    break;
  }
  return "";
}

static void write_attribute_decl(Buffer *b, const AttributeDecl *a)
{
  int i;
  buffer_add(b, ' ');
  buffer_add_string(b, a->name);
  buffer_add(b, ' ');
  if (a->type == TYPE_ENUMERATION) {
    for (i = 0; i < a->choice_count; i++) {
      buffer_add(b, i == 0 ? '(' : '|');
      buffer_add_string(b, a->choices[i]);
    }
    buffer_add(b, ')');
  } else {
    buffer_add_string(b, type_name(a->type));
  }
  switch (a->kind) {
  case DEFAULT_REQUIRED:
    buffer_add_string(b, " #REQUIRED");
    return;
  case DEFAULT_IMPLIED:
    buffer_add_string(b, " #IMPLIED");
    return;
  case DEFAULT_FIXED:
    buffer_add_string(b, " #FIXED");
    break;
  case DEFAULT_NONE:
    break;
  }
  buffer_add_string(b, " \"");
  escape(b, a->value, 1);
  buffer_add(b, '"');
}

static void write_element_decl(Buffer *b, const ElementDecl *e)
{
  const AttributeDecl *a;
  const Particle *part;
  if (e->content != CONTENT_UNDECLARED) {
    buffer_add_string(b, "<!ELEMENT ");
    buffer_add_string(b, e->name);
    buffer_add(b, ' ');
    switch (e->content) {
    case CONTENT_EMPTY:
      buffer_add_string(b, "EMPTY");
      break;
    case CONTENT_MIXED:
      buffer_add_string(b, "(#PCDATA");
      for (part = e->model->parts; part != NULL; part = part->next) {
        buffer_add(b, '|');
        buffer_add_string(b, part->name);
      }
      buffer_add(b, ')');
      if (e->model->repeat != 0)
        buffer_add(b, e->model->repeat);
      break;
    case CONTENT_CHILDREN:
      write_model(b, e->model);
      break;
    default:
      buffer_add_string(b, "ANY");
    }
    buffer_add_string(b, ">\n");
  }
  if (e->attributes == NULL)
    return;
  buffer_add_string(b, "<!ATTLIST ");
  buffer_add_string(b, e->name);
  for (a = e->attributes; a != NULL; a = a->next)
    write_attribute_decl(b, a);
  buffer_add_string(b, ">\n");
}

/* Writes the declarations of elements and attributes. */
void write_dtd(Buffer *b, const Dtd *d)
{
  const ElementDecl *e;
  for (e = d->elements; e != NULL; e = e->next)
    write_element_decl(b, e);
}

/* ---- the document ---- */

void write_document(Buffer *b, const Document *d, const WriteOptions *o)
{
  const Node *n;
  if (!o->canonical) {
    buffer_add_string(b, "<?xml version=\"1.0\"");
    if (d->standalone)
      buffer_add_string(b, " standalone=\"yes\"");
    buffer_add_string(b, "?>\n");
  }
  for (n = d->prolog->first; n != NULL; n = n->next) {
    size_t before = b->length;
    write_node(b, n, 0, o);
    if (b->length > before)
      buffer_add(b, '\n');
  }
  write_node(b, d->root, 0, o);
  buffer_add(b, '\n');
}
