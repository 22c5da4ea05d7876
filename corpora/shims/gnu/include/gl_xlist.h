/* Lists of pointers: declared alone. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
typedef struct gl_list_impl *gl_list_t;
typedef struct gl_list_node_impl *gl_list_node_t;
typedef struct {
	gl_list_t list;
	void *at;
} gl_list_iterator_t;
#define GL_LINKED_LIST 1
#define GL_ARRAY_LIST 2
gl_list_t gl_list_create_empty(int, bool (*)(void const *, void const *), size_t (*)(void const *), void (*)(void const *), bool);
gl_list_node_t gl_list_add_first(gl_list_t, void const *);
gl_list_node_t gl_list_add_last(gl_list_t, void const *);
size_t gl_list_size(gl_list_t);
void const *gl_list_get_at(gl_list_t, size_t);
gl_list_iterator_t gl_list_iterator(gl_list_t);
bool gl_list_iterator_next(gl_list_iterator_t *, void const **, gl_list_node_t *);
void gl_list_iterator_free(gl_list_iterator_t *);
void gl_list_free(gl_list_t);
gl_list_node_t gl_sortedlist_add(gl_list_t, int (*)(void const *, void const *), void const *);
gl_list_node_t gl_sortedlist_search(gl_list_t, int (*)(void const *, void const *), void const *);
bool gl_sortedlist_remove(gl_list_t, int (*)(void const *, void const *), void const *);
