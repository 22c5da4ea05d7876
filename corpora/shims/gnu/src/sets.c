/* What du needs besides a walk: sets of files, lists of names, patterns. */
#include <config.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "argv-iter.h"
#include "di-set.h"
#include "exclude.h"
#include "hash.h"
#include "xalloc.h"

struct di_set {
	Hash_table *table;
};

struct pair {
	dev_t dev;
	ino_t ino;
};

static size_t pair_hash(void const *p, size_t n)
{
	struct pair const *f = p;
	return (f->ino * 31 + f->dev) % n;
}

static bool pair_equal(void const *a, void const *b)
{
	struct pair const *x = a, *y = b;
	return x->ino == y->ino && x->dev == y->dev;
}

struct di_set *di_set_alloc(void)
{
	struct di_set *s = malloc(sizeof *s);
	if (s && !(s->table = hash_initialize(11, NULL, pair_hash, pair_equal, free))) {
		free(s);
		return NULL;
	}
	return s;
}

/* 1: it is new, 0: it was there, -1: out of memory. */
int di_set_insert(struct di_set *s, dev_t dev, ino_t ino)
{
	struct pair *p = malloc(sizeof *p);
	if (!p)
		return -1;
	*p = (struct pair){dev, ino};
	int result = hash_insert_if_absent(s->table, p, NULL);
	if (result != 1)
		free(p);
	return result;
}

int di_set_lookup(struct di_set *s, dev_t dev, ino_t ino)
{
	struct pair p = {dev, ino};
	return hash_lookup(s->table, &p) != NULL;
}

void di_set_free(struct di_set *s)
{
	hash_free(s->table);
	free(s);
}

struct argv_iterator {
	FILE *f; /* or else */
	char **first, **next;
	char *text;
	size_t room, count;
};

struct argv_iterator *argv_iter_init_argv(char **argv)
{
	struct argv_iterator *a = calloc(1, sizeof *a);
	if (a)
		a->first = a->next = argv;
	return a;
}

struct argv_iterator *argv_iter_init_stream(FILE *f)
{
	struct argv_iterator *a = calloc(1, sizeof *a);
	if (a)
		a->f = f;
	return a;
}

char *argv_iter(struct argv_iterator *a, enum argv_iter_err *err)
{
	if (a->f) {
		ssize_t n = getdelim(&a->text, &a->room, '\0', a->f);
		if (n < 0) {
			*err = feof(a->f) ? AI_ERR_EOF : AI_ERR_READ;
			return NULL;
		}
		a->count++;
		*err = AI_ERR_OK;
		return a->text;
	}
	if (!*a->next) {
		*err = AI_ERR_EOF;
		return NULL;
	}
	*err = AI_ERR_OK;
	return *a->next++;
}

size_t argv_iter_n_args(struct argv_iterator const *a)
{
	return a->f ? a->count : (size_t)(a->next - a->first);
}

void argv_iter_free(struct argv_iterator *a)
{
	free(a->text);
	free(a);
}

struct exclude {
	char **patterns;
	int *options;
	size_t n, room;
};

struct exclude *new_exclude(void)
{
	return xzalloc(sizeof(struct exclude));
}

void free_exclude(struct exclude *e)
{
	free(e->patterns);
	free(e->options);
	free(e);
}

void add_exclude(struct exclude *e, char const *pattern, int options)
{
	if (e->n == e->room) {
		e->patterns = x2nrealloc(e->patterns, &e->room, sizeof *e->patterns);
		e->options = xnrealloc(e->options, e->room, sizeof *e->options);
	}
	e->patterns[e->n] = xstrdup(pattern);
	e->options[e->n++] = options;
}

int add_exclude_file(void (*add)(struct exclude *, char const *, int), struct exclude *e, char const *name, int options, char end)
{
	FILE *f = strcmp(name, "-") ? fopen(name, "r") : stdin;
	char *line = NULL;
	size_t room = 0;
	ssize_t n;
	if (!f)
		return -1;
	while ((n = getdelim(&line, &room, end, f)) > 0) {
		if (line[n - 1] == end)
			line[n - 1] = '\0';
		if (*line)
			add(e, line, options);
	}
	free(line);
	if (f != stdin)
		fclose(f);
	return 0;
}

static bool matches(char const *pattern, char const *name, int options)
{
	if (!(options & EXCLUDE_WILDCARDS))
		return strcmp(pattern, name) == 0;
	return fnmatch(pattern, name, options & 0xff) == 0;
}

/* A pattern excludes a name if it matches the whole or, without anchoring, what
   is behind a slash. */
bool excluded_file_name(struct exclude const *e, char const *name)
{
	bool excluded = false;
	for (size_t i = 0; i < e->n; i++) {
		bool hit = matches(e->patterns[i], name, e->options[i]);
		for (char const *p = name; !hit && *p && !(e->options[i] & EXCLUDE_ANCHORED); p++)
			hit = *p == '/' && p[1] != '/' && matches(e->patterns[i], p + 1, e->options[i]);
		if (hit)
			excluded = !(e->options[i] & EXCLUDE_INCLUDE);
	}
	return excluded;
}
