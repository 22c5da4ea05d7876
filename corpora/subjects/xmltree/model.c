#include "xml.h"

#include <stdlib.h>
#include <string.h>

Particle *particle_new(ParticleKind kind)
{
  Particle *p = allocate(sizeof *p);
  p->kind = kind;
  p->repeat = 0;
  p->name = NULL;
  p->parts = NULL;
  p->next = NULL;
  return p;
}

void particle_free(Particle *p)
{
  while (p != NULL) {
    Particle *next = p->next;
    particle_free(p->parts);
    free(p->name);
    free(p);
    p = next;
  }
}

static char read_repeat(Reader *r)
{
  int c = reader_get(r);
  if (c == '?' || c == '*' || c == '+')
    return (char)c;
  reader_unget(r, c);
  return 0;
}

static Particle *read_particle(Reader *r, int level);

/* Reads what follows '(' of a group. */
static Particle *read_group(Reader *r, int level)
{
  Particle *group, *last = NULL;
  int separator = 0;
  if (level > 20)
    fatal(reader_line(r), "content model nests too deeply", NULL);
  group = particle_new(PARTICLE_SEQUENCE);
  for (;;) {
    Particle *p;
    int c;
    skip_spaces(r);
    p = read_particle(r, level + 1);
    if (last == NULL)
      group->parts = p;
    else
      last->next = p;
    last = p;
    skip_spaces(r);
    c = reader_get(r);
    if (c == ')')
      break;
    if (c != ',' && c != '|')
      fatal(reader_line(r), "expected ',', '|' or ')' in a content model", NULL);
    if (separator != 0 && c != separator)
      fatal(reader_line(r), "',' and '|' in one group of a content model", NULL);
    separator = c;
  }
  if (separator == '|')
    group->kind = PARTICLE_CHOICE;
  group->repeat = read_repeat(r);
  return group;
}

static Particle *read_particle(Reader *r, int level)
{
  Particle *p;
  if (looking_at(r, "("))
    return read_group(r, level);
  p = particle_new(PARTICLE_NAME);
  p->name = read_name(r);
  p->repeat = read_repeat(r);
  return p;
}

/* Reads a model whose '(' has been read. */
Particle *read_model(Reader *r)
{
  return read_group(r, 0);
}

void write_model(Buffer *b, const Particle *p)
{
  if (p->kind == PARTICLE_NAME) {
    buffer_add_string(b, p->name);
  } else {
    const Particle *part;
    buffer_add(b, '(');
    for (part = p->parts; part != NULL; part = part->next) {
      write_model(b, part);
      if (part->next != NULL)
        buffer_add(b, p->kind == PARTICLE_CHOICE ? '|' : ',');
    }
    buffer_add(b, ')');
  }
  if (p->repeat != 0)
    buffer_add(b, p->repeat);
}

/* Matching keeps the set of positions that a prefix of the model can end at:
 * bit i says that the first i names may have been taken. */
#define MAX_CHILDREN 63
typedef unsigned long long Positions;

static Positions advance(const Particle *p, Positions from, char **names, int count);

static Positions advance_once(const Particle *p, Positions from, char **names, int count)
{
  Positions to = 0;
  const Particle *part;
  int i;
  switch (p->kind) {
  case PARTICLE_NAME:
    for (i = 0; i < count; i++) {
      if ((from >> i & 1) != 0 && strcmp(names[i], p->name) == 0)
        to |= (Positions)1 << (i + 1);
    }
    return to;
  case PARTICLE_SEQUENCE:
    to = from;
    for (part = p->parts; part != NULL && to != 0; part = part->next)
      to = advance(part, to, names, count);
    return to;
  case PARTICLE_CHOICE:
    for (part = p->parts; part != NULL; part = part->next)
      to |= advance(part, from, names, count);
    return to;
  }
  return 0;
}

static Positions advance(const Particle *p, Positions from, char **names, int count)
{
  Positions all, step;
  switch (p->repeat) {
  case '?':
    return from | advance_once(p, from, names, count);
  case '*':
  case '+':
    all = p->repeat == '*' ? from : 0;
    step = from;
    for (;;) {
      step = advance_once(p, step, names, count);
      if ((step | all) == all)
        return all;
      all |= step;
    }
  }
  return advance_once(p, from, names, count);
}

int model_matches(const Particle *model, char **names, int count)
{
  if (count > MAX_CHILDREN)
    return 1; /* too many to tell: not an error of the document */
  return (advance(model, 1, names, count) >> count & 1) != 0;
}

int model_mentions(const Particle *model, const char *name)
{
  const Particle *part;
  if (model == NULL)
    return 0;
  if (model->kind == PARTICLE_NAME)
    return strcmp(model->name, name) == 0;
  for (part = model->parts; part != NULL; part = part->next) {
    if (model_mentions(part, name))
      return 1;
  }
  return 0;
}
