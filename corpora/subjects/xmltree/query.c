#include "xml.h"

#include <stdlib.h>
#include <string.h>

/* A step of a path: name, "*", "@name" or "text()", with an optional
 * predicate in brackets: a position, "last()", "@name" or "@name='value'". */
typedef struct Step {
  char *name;
  int deep;          /* after "//": at any depth */
  int attribute;
  int text;
  int position;      /* from 1; 0: any; -1: the last */
  char *key;         /* attribute that must be there */
  char *value;       /* and its value, unless NULL */
} Step;

typedef struct Path {
  Step steps[16];
  int count;
} Path;

static void bad_path(const char *path)
{
  fatal(0, "cannot read the path", path);
}

static const char *parse_word(const char *s, char **word, const char *path)
{
  const char *start = s;
  if (*s == '*') {
    *word = copy_string("*");
    return s + 1;
  }
  while (is_name_char((unsigned char)*s))
    s++;
  if (s == start)
    bad_path(path);
  *word = copy_bytes(start, (size_t)(s - start));
  return s;
}

static const char *parse_position(const char *s, Step *step, const char *path)
{
  int position = 0;
  while (*s >= '0' && *s <= '9') {
    position = position * 10 + (*s - '0');
    if (position > 10000)
      bad_path(path);
    s++;
  }
  if (position == 0)
    bad_path(path);
  step->position = position;
  return s;
}

static const char *parse_key(const char *s, Step *step, const char *path)
{
  s = parse_word(s, &step->key, path);
  if (*s == '=') {
    const char *start;
    char quote = s[1];
    if (quote != '\'' && quote != '"')
      bad_path(path);
    start = s + 2;
    s = strchr(start, quote);
    if (s == NULL)
      bad_path(path);
    step->value = copy_bytes(start, (size_t)(s - start));
    s++;
  }
  return s;
}

/* Reads what follows '['. */
static const char *parse_predicate(const char *s, Step *step, const char *path)
{
  if (*s >= '0' && *s <= '9') {
    s = parse_position(s, step, path);
  } else if (strncmp(s, "last()", 6) == 0) {
    step->position = -1;
    s += 6;
  } else if (*s == '@') {
    s = parse_key(s + 1, step, path);
  } else {
    bad_path(path);
  }
  if (*s != ']')
    bad_path(path);
  return s + 1;
}

static const char *parse_step(const char *s, Step *step, const char *path)
{
  memset(step, 0, sizeof *step);
  if (*s == '/') {
    step->deep = 1;
    s++;
  }
  if (strncmp(s, "text()", 6) == 0) {
    step->text = 1;
    return s + 6;
  }
  if (*s == '@') {
    step->attribute = 1;
    s++;
  }
  s = parse_word(s, &step->name, path);
  while (*s == '[')
    s = parse_predicate(s + 1, step, path);
  return s;
}

static void parse_path(Path *p, const char *path)
{
  const char *s = path;
  p->count = 0;
  while (*s != '\0') {
    if (*s != '/' || p->count == (int)(sizeof p->steps / sizeof p->steps[0]))
      bad_path(path);
    if (p->count > 0 && (p->steps[p->count - 1].attribute || p->steps[p->count - 1].text))
      bad_path(path);
    s = parse_step(s + 1, &p->steps[p->count], path);
    p->count++;
  }
  if (p->count == 0)
    bad_path(path);
}

static void path_free(Path *p)
{
  int i;
  for (i = 0; i < p->count; i++) {
    free(p->steps[i].name);
    free(p->steps[i].key);
    free(p->steps[i].value);
  }
}

/* ---- evaluation ---- */

typedef struct NodeList {
  const Node **nodes;
  int count;
  int room;
} NodeList;

static void list_add(NodeList *l, const Node *n)
{
  if (l->count == l->room) {
    l->room = l->room == 0 ? 8 : 2 * l->room;
    l->nodes = reallocate(l->nodes, sizeof *l->nodes * (size_t)l->room);
  }
  l->nodes[l->count++] = n;
}

static int name_matches(const Step *step, const char *name)
{
  return strcmp(step->name, "*") == 0 || strcmp(step->name, name) == 0;
}

static int key_matches(const Step *step, const Node *n)
{
  const Attribute *a;
  if (step->key == NULL)
    return 1;
  a = node_attribute(n, step->key);
  if (a == NULL)
    return 0;
  return step->value == NULL || strcmp(a->value, step->value) == 0;
}

static int selects(const Step *step, const Node *n)
{
  if (n->kind != NODE_ELEMENT || !name_matches(step, n->name))
    return 0;
  return key_matches(step, n);
}

/* Adds the children of n that the step selects; positions count among them. */
static void select_children(const Step *step, const Node *n, NodeList *out)
{
  const Node *child;
  const Node *last = NULL;
  int position = 0;
  for (child = n->first; child != NULL; child = child->next) {
    if (!selects(step, child))
      continue;
    position++;
    last = child;
    if (step->position == 0 || step->position == position)
      list_add(out, child);
  }
  if (step->position == -1 && last != NULL)
    list_add(out, last);
}

static void select_deep(const Step *step, const Node *n, NodeList *out)
{
  const Node *child;
  select_children(step, n, out);
  for (child = n->first; child != NULL; child = child->next) {
    if (child->kind == NODE_ELEMENT)
      select_deep(step, child, out);
  }
}

static void print_value(Buffer *out, const char *s)
{
  buffer_add_string(out, s);
  buffer_add(out, '\n');
}

static int print_attributes(const Step *step, const Node *n, Buffer *out)
{
  const Attribute *a;
  const Node *child;
  int found = 0;
  for (a = n->attributes; a != NULL; a = a->next) {
    if (name_matches(step, a->name)) {
      print_value(out, a->value);
      found++;
    }
  }
  if (step->deep) {
    for (child = n->first; child != NULL; child = child->next) {
      if (child->kind == NODE_ELEMENT)
        found += print_attributes(step, child, out);
    }
  }
  return found;
}

static int print_texts(const Node *n, Buffer *out)
{
  const Node *child;
  int found = 0;
  for (child = n->first; child != NULL; child = child->next) {
    if (child->kind == NODE_TEXT) {
      print_value(out, child->text);
      found++;
    }
  }
  return found;
}

static void print_node(const Node *n, Buffer *out)
{
  WriteOptions o = { 0, 0, 0 };
  write_node(out, n, 0, &o);
  buffer_add(out, '\n');
}

/* Writes what the path selects and returns how much that is. */
int query(const Document *d, const char *path, Buffer *out)
{
  Path p;
  Node top;
  NodeList now = { NULL, 0, 0 };
  int i, k, found = 0;
  parse_path(&p, path);
  memset(&top, 0, sizeof top);
  top.first = d->root;
  list_add(&now, &top);
  for (i = 0; i < p.count; i++) {
    const Step *step = &p.steps[i];
    NodeList next = { NULL, 0, 0 };
    for (k = 0; k < now.count; k++) {
      if (step->attribute) {
        if (now.nodes[k] != &top)
          found += print_attributes(step, now.nodes[k], out);
        else if (step->deep)
          found += print_attributes(step, d->root, out);
      } else if (step->text)
        found += print_texts(now.nodes[k], out);
      else if (step->deep)
        select_deep(step, now.nodes[k], &next);
      else
        select_children(step, now.nodes[k], &next);
    }
    free(now.nodes);
    now = next;
  }
  for (k = 0; k < now.count; k++) {
    print_node(now.nodes[k], out);
    found++;
  }
  free(now.nodes);
  path_free(&p);
  return found;
}
