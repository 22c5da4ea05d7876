/* Singly linked lists and tail queues in the manner of the BSD macros. */
#ifndef _SYS_QUEUE_H
#define _SYS_QUEUE_H
#define SLIST_HEAD(name, type) struct name { struct type *slh_first; }
#define SLIST_HEAD_INITIALIZER(head) { NULL }
#define SLIST_ENTRY(type) struct { struct type *sle_next; }
#define SLIST_EMPTY(head) ((head)->slh_first == NULL)
#define SLIST_FIRST(head) ((head)->slh_first)
#define SLIST_NEXT(elm, field) ((elm)->field.sle_next)
#define SLIST_INIT(head) ((head)->slh_first = NULL)
#define SLIST_FOREACH(var, head, field) for ((var) = (head)->slh_first; (var); (var) = (var)->field.sle_next)
#define SLIST_INSERT_HEAD(head, elm, field) ((elm)->field.sle_next = (head)->slh_first, (head)->slh_first = (elm))
#define SLIST_INSERT_AFTER(prev, elm, field) ((elm)->field.sle_next = (prev)->field.sle_next, (prev)->field.sle_next = (elm))
#define SLIST_REMOVE_HEAD(head, field) ((head)->slh_first = (head)->slh_first->field.sle_next)
#define LIST_HEAD(name, type) struct name { struct type *lh_first; }
#define LIST_HEAD_INITIALIZER(head) { NULL }
#define LIST_ENTRY(type) struct { struct type *le_next; struct type **le_prev; }
#define LIST_EMPTY(head) ((head)->lh_first == NULL)
#define LIST_FIRST(head) ((head)->lh_first)
#define LIST_NEXT(elm, field) ((elm)->field.le_next)
#define LIST_INIT(head) ((head)->lh_first = NULL)
#define LIST_FOREACH(var, head, field) for ((var) = (head)->lh_first; (var); (var) = (var)->field.le_next)
#define LIST_INSERT_HEAD(head, elm, field) \
	do { \
		if (((elm)->field.le_next = (head)->lh_first) != NULL) \
			(head)->lh_first->field.le_prev = &(elm)->field.le_next; \
		(head)->lh_first = (elm); \
		(elm)->field.le_prev = &(head)->lh_first; \
	} while (0)
#define LIST_INSERT_AFTER(at, elm, field) \
	do { \
		if (((elm)->field.le_next = (at)->field.le_next) != NULL) \
			(at)->field.le_next->field.le_prev = &(elm)->field.le_next; \
		(at)->field.le_next = (elm); \
		(elm)->field.le_prev = &(at)->field.le_next; \
	} while (0)
#define LIST_REMOVE(elm, field) \
	do { \
		if ((elm)->field.le_next != NULL) \
			(elm)->field.le_next->field.le_prev = (elm)->field.le_prev; \
		*(elm)->field.le_prev = (elm)->field.le_next; \
	} while (0)
#define TAILQ_HEAD(name, type) struct name { struct type *tqh_first; struct type **tqh_last; }
#define TAILQ_HEAD_INITIALIZER(head) { NULL, &(head).tqh_first }
#define TAILQ_ENTRY(type) struct { struct type *tqe_next; struct type **tqe_prev; }
#define TAILQ_EMPTY(head) ((head)->tqh_first == NULL)
#define TAILQ_FIRST(head) ((head)->tqh_first)
#define TAILQ_NEXT(elm, field) ((elm)->field.tqe_next)
#define TAILQ_LAST(head, name) (*(((struct name *)((head)->tqh_last))->tqh_last))
#define TAILQ_PREV(elm, name, field) (*(((struct name *)((elm)->field.tqe_prev))->tqh_last))
#define TAILQ_INIT(head) ((head)->tqh_first = NULL, (head)->tqh_last = &(head)->tqh_first)
#define TAILQ_FOREACH(var, head, field) for ((var) = (head)->tqh_first; (var); (var) = (var)->field.tqe_next)
#define TAILQ_FOREACH_REVERSE(var, head, name, field) for ((var) = TAILQ_LAST(head, name); (var); (var) = TAILQ_PREV(var, name, field))
#define TAILQ_INSERT_HEAD(head, elm, field) \
	do { \
		if (((elm)->field.tqe_next = (head)->tqh_first) != NULL) \
			(head)->tqh_first->field.tqe_prev = &(elm)->field.tqe_next; \
		else \
			(head)->tqh_last = &(elm)->field.tqe_next; \
		(head)->tqh_first = (elm); \
		(elm)->field.tqe_prev = &(head)->tqh_first; \
	} while (0)
#define TAILQ_INSERT_TAIL(head, elm, field) \
	do { \
		(elm)->field.tqe_next = NULL; \
		(elm)->field.tqe_prev = (head)->tqh_last; \
		*(head)->tqh_last = (elm); \
		(head)->tqh_last = &(elm)->field.tqe_next; \
	} while (0)
#define TAILQ_REMOVE(head, elm, field) \
	do { \
		if ((elm)->field.tqe_next != NULL) \
			(elm)->field.tqe_next->field.tqe_prev = (elm)->field.tqe_prev; \
		else \
			(head)->tqh_last = (elm)->field.tqe_prev; \
		*(elm)->field.tqe_prev = (elm)->field.tqe_next; \
	} while (0)
#endif
