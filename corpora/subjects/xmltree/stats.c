#include "xml.h"

#include <stdio.h>
#include <string.h>

static void count_node(const Node *n, Statistics *s)
{
  const Node *child;
  const Attribute *a;
  int width = 0, depth;
  switch (n->kind) {
  case NODE_ELEMENT:
    s->elements++;
    depth = node_depth(n) + 1;
    if (depth > s->deepest)
      s->deepest = depth;
    break;
  case NODE_TEXT:
    s->texts++;
    s->characters += (long)strlen(n->text);
    break;
  case NODE_COMMENT:
    s->comments++;
    break;
  case NODE_INSTRUCTION:
    s->instructions++;
    break;
  }
  for (a = n->attributes; a != NULL; a = a->next)
    s->attributes++;
  for (child = n->first; child != NULL; child = child->next) {
    width++;
    count_node(child, s);
  }
  if (width > s->widest)
    s->widest = width;
}

void collect(const Document *d, Statistics *s)
{
  const Node *n;
  memset(s, 0, sizeof *s);
  count_node(d->root, s);
  for (n = d->prolog->first; n != NULL; n = n->next) {
    if (n->kind == NODE_COMMENT)
      s->comments++;
    else
      s->instructions++;
  }
}

static int entity_uses(const Document *d)
{
  const Entity *e;
  int uses = 0;
  for (e = d->entities.first; e != NULL; e = e->next) {
    if (!e->predefined)
      uses += e->uses;
  }
  return uses;
}

void print_statistics(const Document *d, const Statistics *s)
{
  printf("elements %d\n", s->elements);
  printf("attributes %d\n", s->attributes);
  printf("texts %d characters %ld\n", s->texts, s->characters);
  printf("comments %d instructions %d\n", s->comments, s->instructions);
  printf("depth %d width %d\n", s->deepest, s->widest);
  if (d->dtd.root != NULL)
    printf("declared elements %d attributes %d\n", d->dtd.element_count, d->dtd.attribute_count);
  printf("entities %d used %d times\n", d->entities.count - 5, entity_uses(d));
}
