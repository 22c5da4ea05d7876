#include "xml.h"

#include <stdlib.h>
#include <string.h>

/* Identifiers seen and referred to. */
typedef struct Identifier {
  char *name;
  int line;
  struct Identifier *next;
} Identifier;

typedef struct Validator {
  Document *document;
  Identifier *defined;
  Identifier *referred;
} Validator;

static int identifier_known(const Identifier *list, const char *name)
{
  for (; list != NULL; list = list->next) {
    if (strcmp(list->name, name) == 0)
      return 1;
  }
  return 0;
}

static void identifier_add(Identifier **list, const char *name, int line)
{
  Identifier *id = allocate(sizeof *id);
  id->name = copy_string(name);
  id->line = line;
  id->next = NULL;
  while (*list != NULL)
    list = &(*list)->next;
  *list = id;
}

static void identifiers_free(Identifier *list)
{
  while (list != NULL) {
    Identifier *next = list->next;
    free(list->name);
    free(list);
    list = next;
  }
}

static ElementDecl *declared(const Document *d, const char *name)
{
  ElementDecl *e;
  for (e = d->dtd.elements; e != NULL; e = e->next) {
    if (strcmp(e->name, name) == 0)
      return e->content == CONTENT_UNDECLARED ? NULL : e;
  }
  return NULL;
}

/* ---- attribute values ---- */

/* Calls check for each word of the value; there must be one. */
static void each_word(Validator *v, const Node *n, const char *value,
                      void (*check)(Validator *, const Node *, const char *))
{
  const char *start = value;
  const char *s;
  for (s = value;; s++) {
    if (*s == ' ' || *s == '\0') {
      char *word = copy_bytes(start, (size_t)(s - start));
      check(v, n, word);
      free(word);
      if (*s == '\0')
        return;
      start = s + 1;
    }
  }
}

static void check_id(Validator *v, const Node *n, const char *value)
{
  if (!is_name(value))
    warning(n->line, "identifier is no name:", value);
  else if (identifier_known(v->defined, value))
    warning(n->line, "identifier given twice:", value);
  else
    identifier_add(&v->defined, value, n->line);
}

static void check_idref(Validator *v, const Node *n, const char *value)
{
  if (!is_name(value))
    warning(n->line, "reference is no name:", value);
  else
    identifier_add(&v->referred, value, n->line);
}

static void check_token(Validator *v, const Node *n, const char *value)
{
  (void)v;
  if (!is_name_token(value))
    warning(n->line, "value is no name token:", value);
}

static void check_entity(Validator *v, const Node *n, const char *value)
{
  Entity *e = entity_find(&v->document->entities, value, 0);
  if (e == NULL || e->system == NULL)
    warning(n->line, "value names no external entity:", value);
}

static void check_choice(const Node *n, const AttributeDecl *a, const char *value)
{
  int i;
  for (i = 0; i < a->choice_count; i++) {
    if (strcmp(a->choices[i], value) == 0)
      return;
  }
  warning(n->line, "value is none of the choices:", value);
}

static void check_value(Validator *v, const Node *n, const AttributeDecl *a, const char *value)
{
  switch (a->type) {
  case TYPE_CDATA:
    break;
  case TYPE_ID:
    check_id(v, n, value);
    break;
  case TYPE_IDREF:
    check_idref(v, n, value);
    break;
  case TYPE_IDREFS:
    each_word(v, n, value, check_idref);
    break;
  case TYPE_NMTOKEN:
    check_token(v, n, value);
    break;
  case TYPE_NMTOKENS:
    each_word(v, n, value, check_token);
    break;
  case TYPE_ENTITY:
    check_entity(v, n, value);
    break;
  case TYPE_ENUMERATION:
    check_choice(n, a, value);
    break;
  }
  if (a->kind == DEFAULT_FIXED && strcmp(a->value, value) != 0)
    warning(n->line, "value is not the fixed one:", value);
}

static void check_attributes(Validator *v, const Node *n, ElementDecl *e)
{
  const Attribute *a;
  const AttributeDecl *decl;
  for (a = n->attributes; a != NULL; a = a->next) {
    decl = dtd_attribute(e, a->name);
    if (decl != NULL)
      check_value(v, n, decl, a->value);
    else if (strncmp(a->name, "xmlns", 5) != 0)
      warning(n->line, "undeclared attribute", a->name);
  }
  for (decl = e->attributes; decl != NULL; decl = decl->next) {
    if (decl->kind == DEFAULT_REQUIRED && node_attribute(n, decl->name) == NULL)
      warning(n->line, "missing attribute", decl->name);
  }
}

/* ---- content ---- */

static void check_mixed(const Node *n, const ElementDecl *e)
{
  const Node *child;
  for (child = n->first; child != NULL; child = child->next) {
    if (child->kind == NODE_ELEMENT && !model_mentions(e->model, child->name))
      warning(child->line, "element not allowed here:", child->name);
  }
}

static void check_children(const Node *n, const ElementDecl *e)
{
  char **names;
  int count;
  if (node_has_text(n))
    warning(n->line, "text not allowed in", n->name);
  count = node_child_names(n, &names);
  if (!model_matches(e->model, names, count)) {
    Buffer b;
    buffer_init(&b);
    write_model(&b, e->model);
    warning(n->line, "content does not match", b.text);
    buffer_free(&b);
  }
  free(names);
}

static void check_content(const Node *n, const ElementDecl *e)
{
  switch (e->content) {
  case CONTENT_EMPTY:
    if (n->first != NULL)
      warning(n->line, "element must be empty:", n->name);
    break;
  case CONTENT_MIXED:
    check_mixed(n, e);
    break;
  case CONTENT_CHILDREN:
    check_children(n, e);
    break;
  case CONTENT_ANY:
  case CONTENT_UNDECLARED:
    break;
  }
}

static void check_element(Validator *v, const Node *n)
{
  ElementDecl *e = declared(v->document, n->name);
  const Node *child;
  if (e == NULL) {
    warning(n->line, "undeclared element", n->name);
  } else {
    check_attributes(v, n, e);
    check_content(n, e);
  }
  for (child = n->first; child != NULL; child = child->next) {
    if (child->kind == NODE_ELEMENT)
      check_element(v, child);
  }
}

/* ---- declarations ---- */

static void check_declarations(const Dtd *d)
{
  const ElementDecl *e;
  const AttributeDecl *a;
  for (e = d->elements; e != NULL; e = e->next) {
    int identifiers = 0;
    for (a = e->attributes; a != NULL; a = a->next) {
      if (a->type == TYPE_ID) {
        identifiers++;
        if (a->kind != DEFAULT_REQUIRED && a->kind != DEFAULT_IMPLIED)
          warning(0, "identifier with a default:", a->name);
      }
      if (a->type == TYPE_ENUMERATION && a->value != NULL) {
        int i;
        for (i = 0; i < a->choice_count; i++) {
          if (strcmp(a->choices[i], a->value) == 0)
            break;
        }
        if (i == a->choice_count)
          warning(0, "default is none of the choices:", a->value);
      }
    }
    if (identifiers > 1)
      warning(0, "several identifiers of element", e->name);
  }
}

/* Reports what is invalid and returns how much. A document without a document
 * type declaration is valid. */
int validate(Document *d)
{
  Validator v;
  const Identifier *id;
  int before = warning_count();
  if (d->dtd.root == NULL)
    return 0;
  v.document = d;
  v.defined = NULL;
  v.referred = NULL;
  check_declarations(&d->dtd);
  if (strcmp(d->dtd.root, d->root->name) != 0)
    warning(d->root->line, "root element is not", d->dtd.root);
  check_element(&v, d->root);
  for (id = v.referred; id != NULL; id = id->next) {
    if (!identifier_known(v.defined, id->name))
      warning(id->line, "reference to unknown identifier", id->name);
  }
  identifiers_free(v.defined);
  identifiers_free(v.referred);
  return warning_count() - before;
}
