/* Heaps of pointers, the largest on top. */
#pragma once
#include <stddef.h>
struct heap;
struct heap *heap_alloc(int (*)(void const *, void const *), size_t);
void heap_free(struct heap *);
int heap_insert(struct heap *, void *);
void *heap_remove_top(struct heap *);
