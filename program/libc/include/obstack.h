/* Growing objects in stacks, by the interface of GNU's obstacks. Each finished
   object is a piece of memory of its own, so that overruns are noticed. */
#ifndef _OBSTACK_H
#define _OBSTACK_H
#include <stddef.h>
#include <string.h>
struct __obstack_piece {
	struct __obstack_piece *before;
	void *data;
};
struct obstack {
	struct __obstack_piece *last; /* finished objects, latest first */
	char *object_base;            /* the growing object */
	size_t size, room;
	size_t alignment_mask, chunk_size;
};
#define obstack_chunk_size(h) ((h)->chunk_size)
#define obstack_alignment_mask(h) ((h)->alignment_mask)
int __obstack_begin(struct obstack *);
void __obstack_reserve(struct obstack *, size_t);
void *__obstack_finish(struct obstack *);
void __obstack_release(struct obstack *, void *);
#define obstack_init(h) __obstack_begin(h)
#define obstack_begin(h, size) __obstack_begin(h)
#define obstack_specify_allocation(h, size, align, alloc, release) __obstack_begin(h)
#define obstack_base(h) ((void *)(h)->object_base)
#define obstack_object_size(h) ((h)->size)
#define obstack_next_free(h) ((void *)((h)->object_base + (h)->size))
#define obstack_room(h) ((h)->room - (h)->size)
#define obstack_make_room(h, n) __obstack_reserve(h, n)
int __obstack_grow(struct obstack *, const void *, size_t, int);
#define obstack_grow(h, data, n) ((void)__obstack_grow(h, data, n, 0))
#define obstack_grow0(h, data, n) ((void)__obstack_grow(h, data, n, 1))
#define obstack_1grow(h, c) (__obstack_reserve(h, 1), (void)((h)->object_base[(h)->size++] = (char)(c)))
#define obstack_1grow_fast(h, c) obstack_1grow(h, c)
void __obstack_ptr_grow(struct obstack *, const void *);
void __obstack_int_grow(struct obstack *, int);
#define obstack_ptr_grow(h, p) __obstack_ptr_grow(h, p)
#define obstack_int_grow(h, i) __obstack_int_grow(h, i)
#define obstack_blank(h, n) (__obstack_reserve(h, n), (void)((h)->size += (n)))
#define obstack_blank_fast(h, n) ((void)((h)->size += (n)))
#define obstack_finish(h) __obstack_finish(h)
void *obstack_alloc(struct obstack *, size_t);
void *obstack_copy(struct obstack *, const void *, size_t);
void *obstack_copy0(struct obstack *, const void *, size_t);
#define obstack_free(h, p) __obstack_release(h, p)
size_t obstack_memory_used(struct obstack *);
int obstack_printf(struct obstack *, const char *, ...);
#endif
