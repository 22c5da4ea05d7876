/* Allocation that ends the program where it fails. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include "idx.h"

extern void (*xalloc_fail_func)(void);
extern char const xalloc_msg_memory_exhausted[];

void xalloc_die(void) __attribute__((__noreturn__));
void *xmalloc(size_t) __attribute__((__malloc__));
void *xzalloc(size_t) __attribute__((__malloc__));
void *xcalloc(size_t, size_t) __attribute__((__malloc__));
void *xrealloc(void *, size_t);
void *xnmalloc(size_t, size_t) __attribute__((__malloc__));
void *xnrealloc(void *, size_t, size_t);
void *x2realloc(void *, size_t *);
void *x2nrealloc(void *, size_t *, size_t);
void *xmemdup(void const *, size_t);
char *xcharalloc(size_t);
char *xstrdup(char const *);
void *xclone(void const *, size_t);
void *xreallocarray(void *, size_t, size_t);

/* The same with signed sizes. */
void *ximalloc(idx_t);
void *xizalloc(idx_t);
void *xicalloc(idx_t, idx_t);
void *xinmalloc(idx_t, idx_t);
void *xirealloc(void *, idx_t);
void *xireallocarray(void *, idx_t, idx_t);
void *ximemdup(void const *, idx_t);
char *ximemdup0(void const *, idx_t);
void *xpalloc(void *, idx_t *count, idx_t least, ptrdiff_t most, idx_t size);

#define xalloc_oversized(n, s) ((size_t)PTRDIFF_MAX / (s) < (n))
#define XMALLOC(t) ((t *)xmalloc(sizeof(t)))
#define XNMALLOC(n, t) ((t *)xnmalloc(n, sizeof(t)))
#define XCALLOC(n, t) ((t *)xcalloc(n, sizeof(t)))
#define XZALLOC(t) ((t *)xzalloc(sizeof(t)))
#define XREALLOC(p, t) ((t *)xrealloc(p, sizeof(t)))
#define XFREE(p) free(p)
#define CCLONE(p, n) xclone(p, (n) * sizeof *(p))
