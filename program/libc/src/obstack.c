#include <obstack.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

int __obstack_begin(struct obstack *h)
{
	memset(h, 0, sizeof *h);
	h->alignment_mask = 15;
	h->chunk_size = 4096;
	__obstack_reserve(h, 0);
	return 1;
}

/* Makes room for n more bytes in the growing object. */
void __obstack_reserve(struct obstack *h, size_t n)
{
	if (h->object_base && h->size + n <= h->room)
		return;
	h->room = 2 * h->room > h->size + n ? 2 * h->room : h->size + n + 16;
	h->object_base = realloc(h->object_base, h->room);
}

int __obstack_grow(struct obstack *h, const void *data, size_t n, int zero)
{
	__obstack_reserve(h, n + zero);
	memcpy(h->object_base + h->size, data, n);
	h->size += n;
	if (zero)
		h->object_base[h->size++] = 0;
	return 0;
}

void __obstack_ptr_grow(struct obstack *h, const void *p)
{
	__obstack_grow(h, &p, sizeof p, 0);
}

void __obstack_int_grow(struct obstack *h, int i)
{
	__obstack_grow(h, &i, sizeof i, 0);
}

/* The growing object is finished where it is: it must not move any more. */
void *__obstack_finish(struct obstack *h)
{
	struct __obstack_piece *p = malloc(sizeof *p);
	p->before = h->last;
	p->data = h->object_base;
	h->last = p;
	h->object_base = 0;
	h->size = h->room = 0;
	__obstack_reserve(h, 0);
	return p->data;
}

/* Frees an object and all later ones; null frees all there is. */
void __obstack_release(struct obstack *h, void *object)
{
	int growing = object == h->object_base;
	while (!growing && h->last) {
		struct __obstack_piece *p = h->last;
		int found = p->data == object;
		h->last = p->before;
		free(p->data);
		free(p);
		if (found)
			break;
	}
	h->size = 0;
	if (!object) {
		free(h->object_base);
		h->object_base = 0;
		h->room = 0;
	}
}

void *obstack_alloc(struct obstack *h, size_t n)
{
	__obstack_reserve(h, n);
	h->size += n;
	return __obstack_finish(h);
}

void *obstack_copy(struct obstack *h, const void *data, size_t n)
{
	__obstack_grow(h, data, n, 0);
	return __obstack_finish(h);
}

void *obstack_copy0(struct obstack *h, const void *data, size_t n)
{
	__obstack_grow(h, data, n, 1);
	return __obstack_finish(h);
}

size_t obstack_memory_used(struct obstack *h)
{
	size_t n = h->room;
	for (struct __obstack_piece *p = h->last; p; p = p->before)
		n += sizeof *p;
	return n;
}

int obstack_printf(struct obstack *h, const char *fmt, ...)
{
	char *text;
	va_list ap;
	va_start(ap, fmt);
	int n = vasprintf(&text, fmt, ap);
	va_end(ap);
	if (n > 0)
		__obstack_grow(h, text, n, 0);
	free(text);
	return n;
}
