#include "xml.h"

#include <stdlib.h>
#include <string.h>

Node *node_new(NodeKind kind, int line)
{
  Node *n = allocate(sizeof *n);
  memset(n, 0, sizeof *n);
  n->kind = kind;
  n->line = line;
  return n;
}

void node_append(Node *parent, Node *child)
{
  child->parent = parent;
  child->next = NULL;
  if (parent->last == NULL)
    parent->first = child;
  else
    parent->last->next = child;
  parent->last = child;
}

static void attributes_free(Attribute *a)
{
  while (a != NULL) {
    Attribute *next = a->next;
    free(a->name);
    free(a->value);
    free(a);
    a = next;
  }
}

/* Frees the node and all below it; not what follows it. */
void node_free(Node *n)
{
  Node *child;
  if (n == NULL)
    return;
  child = n->first;
  while (child != NULL) {
    Node *next = child->next;
    node_free(child);
    child = next;
  }
  attributes_free(n->attributes);
  free(n->name);
  free(n->text);
  free(n);
}

Attribute *node_attribute(const Node *n, const char *name)
{
  Attribute *a;
  for (a = n->attributes; a != NULL; a = a->next) {
    if (strcmp(a->name, name) == 0)
      return a;
  }
  return NULL;
}

/* Adds an attribute behind the others, or returns NULL if there is one of
 * that name. */
Attribute *node_set(Node *n, const char *name, const char *value)
{
  Attribute *a, **end;
  if (node_attribute(n, name) != NULL)
    return NULL;
  a = allocate(sizeof *a);
  a->name = copy_string(name);
  a->value = copy_string(value);
  a->defaulted = 0;
  a->next = NULL;
  for (end = &n->attributes; *end != NULL; end = &(*end)->next)
    ;
  *end = a;
  return a;
}

/* The names of the elements directly below n, in an array for the caller to
 * free. */
int node_child_names(const Node *n, char ***names)
{
  const Node *child;
  int count = 0, i = 0;
  for (child = n->first; child != NULL; child = child->next) {
    if (child->kind == NODE_ELEMENT)
      count++;
  }
  *names = allocate(sizeof **names * (size_t)count);
  for (child = n->first; child != NULL; child = child->next) {
    if (child->kind == NODE_ELEMENT)
      (*names)[i++] = child->name;
  }
  return count;
}

/* Whether there is text directly below n that is not white space. */
int node_has_text(const Node *n)
{
  const Node *child;
  const char *s;
  for (child = n->first; child != NULL; child = child->next) {
    if (child->kind != NODE_TEXT)
      continue;
    for (s = child->text; *s != '\0'; s++) {
      if (!is_space((unsigned char)*s))
        return 1;
    }
  }
  return 0;
}

int node_depth(const Node *n)
{
  int depth = 0;
  for (n = n->parent; n != NULL; n = n->parent)
    depth++;
  return depth;
}

static void add_content(const Node *n, Buffer *b)
{
  const Node *child;
  if (n->kind == NODE_TEXT)
    buffer_add_string(b, n->text);
  for (child = n->first; child != NULL; child = child->next)
    add_content(child, b);
}

/* All text below n. */
char *node_content(const Node *n)
{
  Buffer b;
  buffer_init(&b);
  add_content(n, &b);
  return b.text;
}

void document_init(Document *d)
{
  d->root = NULL;
  d->prolog = node_new(NODE_ELEMENT, 0);
  d->standalone = 0;
  entities_init(&d->entities);
  dtd_init(&d->dtd);
}

void document_free(Document *d)
{
  node_free(d->root);
  node_free(d->prolog);
  entities_free(&d->entities);
  dtd_free(&d->dtd);
}
