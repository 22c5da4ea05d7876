/* Tables and trees. The binary tree is not balanced: its shape shows only in
   twalk's levels. */
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

static ENTRY *table;
static size_t room, used;

int hcreate(size_t n)
{
	if (table)
		return 0;
	room = n < 3 ? 3 : n | 1;
	used = 0;
	table = calloc(room, sizeof *table);
	return table != 0;
}

void hdestroy(void)
{
	free(table);
	table = 0;
}

ENTRY *hsearch(ENTRY item, ACTION action)
{
	size_t h = strlen(item.key);
	for (const char *p = item.key; *p; p++)
		h = h * 31 + (unsigned char)*p;
	for (size_t i = 0; i < room; i++) {
		ENTRY *e = &table[(h + i) % room];
		if (e->key && !strcmp(e->key, item.key))
			return e;
		if (!e->key) {
			if (action == FIND) {
				errno = ESRCH;
				return 0;
			}
			used++;
			*e = item;
			return e;
		}
	}
	errno = action == ENTER ? ENOMEM : ESRCH;
	return 0;
}

void *lfind(const void *key, const void *base, size_t *n, size_t size, int (*compare)(const void *, const void *))
{
	const char *p = base;
	for (size_t i = 0; i < *n; i++, p += size)
		if (!compare(key, p))
			return (void *)p;
	return 0;
}

void *lsearch(const void *key, void *base, size_t *n, size_t size, int (*compare)(const void *, const void *))
{
	void *p = lfind(key, base, n, size, compare);
	return p ? p : memcpy((char *)base + size * (*n)++, key, size);
}

struct node {
	const void *key;
	struct node *left, *right;
};

static struct node **place(const void *key, struct node **p, int (*compare)(const void *, const void *))
{
	while (*p) {
		int c = compare(key, (*p)->key);
		if (!c)
			break;
		p = c < 0 ? &(*p)->left : &(*p)->right;
	}
	return p;
}

void *tsearch(const void *key, void **root, int (*compare)(const void *, const void *))
{
	if (!root)
		return 0;
	struct node **p = place(key, (struct node **)root, compare);
	if (!*p) {
		*p = calloc(1, sizeof **p);
		if (*p)
			(*p)->key = key;
	}
	return *p;
}

void *tfind(const void *key, void *const *root, int (*compare)(const void *, const void *))
{
	return root ? *place(key, (struct node **)root, compare) : 0;
}

void *tdelete(const void *key, void **root, int (*compare)(const void *, const void *))
{
	struct node **p = root ? place(key, (struct node **)root, compare) : 0, *n = p ? *p : 0;
	if (!n)
		return 0;
	if (n->left && n->right) {
		struct node **q = &n->right;
		while ((*q)->left)
			q = &(*q)->left;
		struct node *next = *q;
		n->key = next->key;
		*q = next->right;
		free(next);
	} else {
		*p = n->left ? n->left : n->right;
		free(n);
	}
	return root;
}

static void walk(const struct node *n, void (*f)(const void *, VISIT, int), int level)
{
	if (!n->left && !n->right) {
		f(n, leaf, level);
		return;
	}
	f(n, preorder, level);
	if (n->left)
		walk(n->left, f, level + 1);
	f(n, postorder, level);
	if (n->right)
		walk(n->right, f, level + 1);
	f(n, endorder, level);
}

void twalk(const void *root, void (*f)(const void *, VISIT, int))
{
	if (root)
		walk(root, f, 0);
}

void tdestroy(void *root, void (*release)(void *))
{
	struct node *n = root;
	if (!n)
		return;
	tdestroy(n->left, release);
	tdestroy(n->right, release);
	release((void *)n->key);
	free(n);
}

struct link {
	struct link *next, *prev;
};

void insque(void *element, void *at)
{
	struct link *e = element, *p = at;
	e->prev = p;
	e->next = p ? p->next : 0;
	if (p) {
		if (p->next)
			p->next->prev = e;
		p->next = e;
	}
}

void remque(void *element)
{
	struct link *e = element;
	if (e->next)
		e->next->prev = e->prev;
	if (e->prev)
		e->prev->next = e->next;
}
