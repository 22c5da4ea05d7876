#include <config.h>
#include "heap.h"
#include <stdlib.h>
#include "xalloc.h"

struct heap {
	void **items; /* from 1 on: the children of i are 2 i and 2 i + 1 */
	size_t count, room;
	int (*compare)(void const *, void const *);
};

struct heap *heap_alloc(int (*compare)(void const *, void const *), size_t room)
{
	struct heap *h = xmalloc(sizeof *h);
	h->room = room ? room + 1 : 2;
	h->items = xnmalloc(h->room, sizeof *h->items);
	h->count = 0;
	h->compare = compare;
	return h;
}

void heap_free(struct heap *h)
{
	free(h->items);
	free(h);
}

int heap_insert(struct heap *h, void *item)
{
	if (h->count + 1 >= h->room)
		h->items = x2nrealloc(h->items, &h->room, sizeof *h->items);
	size_t i = ++h->count;
	for (; i > 1 && h->compare(h->items[i / 2], item) < 0; i /= 2)
		h->items[i] = h->items[i / 2];
	h->items[i] = item;
	return 0;
}

void *heap_remove_top(struct heap *h)
{
	if (!h->count)
		return NULL;
	void *top = h->items[1], *last = h->items[h->count--];
	size_t i = 1;
	for (size_t child; (child = 2 * i) <= h->count; i = child) {
		if (child < h->count && h->compare(h->items[child], h->items[child + 1]) < 0)
			child++;
		if (h->compare(h->items[child], last) <= 0)
			break;
		h->items[i] = h->items[child];
	}
	h->items[i] = last;
	return top;
}
