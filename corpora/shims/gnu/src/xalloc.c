#include <config.h>
#include "xalloc.h"
#include <errno.h>
#include <error.h>
#include <string.h>
#include "exitfail.h"
#include "xstrndup.h"

void (*xalloc_fail_func)(void);
char const xalloc_msg_memory_exhausted[] = "memory exhausted";

void xalloc_die(void)
{
	if (xalloc_fail_func)
		xalloc_fail_func();
	error(exit_failure, 0, "%s", xalloc_msg_memory_exhausted);
	abort();
}

static void *checked(void *p, size_t n)
{
	if (!p && n)
		xalloc_die();
	return p;
}

static size_t product(size_t n, size_t s)
{
	if (s && xalloc_oversized(n, s))
		xalloc_die();
	return n * s;
}

void *xmalloc(size_t n)
{
	return checked(malloc(n), n);
}

void *xzalloc(size_t n)
{
	return xcalloc(n, 1);
}

void *xcalloc(size_t n, size_t s)
{
	product(n, s);
	return checked(calloc(n, s), n * s);
}

void *xrealloc(void *p, size_t n)
{
	if (!n && p) {
		free(p);
		return NULL;
	}
	return checked(realloc(p, n), n);
}

void *xnmalloc(size_t n, size_t s)
{
	return xmalloc(product(n, s));
}

void *xnrealloc(void *p, size_t n, size_t s)
{
	return xrealloc(p, product(n, s));
}

/* Grows an array of *count elements by half, or makes a first small one. */
void *x2nrealloc(void *p, size_t *count, size_t s)
{
	size_t n = *count;
	if (!p) {
		if (!n)
			n = 64 / s + !(64 / s);
	} else {
		if ((size_t)PTRDIFF_MAX / 3 * 2 / s <= n)
			xalloc_die();
		n += n / 2 + 1;
	}
	*count = n;
	return xrealloc(p, n * s);
}

void *x2realloc(void *p, size_t *n)
{
	return x2nrealloc(p, n, 1);
}

void *xmemdup(void const *p, size_t n)
{
	return memcpy(xmalloc(n), p, n);
}

void *xclone(void const *p, size_t n)
{
	return xmemdup(p, n);
}

char *xcharalloc(size_t n)
{
	return xmalloc(n);
}

char *xstrdup(char const *s)
{
	return xmemdup(s, strlen(s) + 1);
}

char *xstrndup(char const *s, size_t n)
{
	size_t len = strnlen(s, n);
	char *copy = xmalloc(len + 1);
	memcpy(copy, s, len);
	copy[len] = '\0';
	return copy;
}

void *xreallocarray(void *p, size_t n, size_t s)
{
	return xnrealloc(p, n, s);
}

void *ximalloc(idx_t n)
{
	return xmalloc(n);
}

void *xizalloc(idx_t n)
{
	return xzalloc(n);
}

void *xicalloc(idx_t n, idx_t s)
{
	return xcalloc(n, s);
}

void *xinmalloc(idx_t n, idx_t s)
{
	return xnmalloc(n, s);
}

void *xirealloc(void *p, idx_t n)
{
	return xrealloc(p, n);
}

void *xireallocarray(void *p, idx_t n, idx_t s)
{
	return xnrealloc(p, n, s);
}

void *ximemdup(void const *p, idx_t n)
{
	return xmemdup(p, n);
}

char *ximemdup0(void const *p, idx_t n)
{
	char *copy = ximalloc(n + 1);
	copy[n] = '\0';
	return memcpy(copy, p, n);
}

/* Grows an array of *count elements by half, by least at any rate, but not
   beyond most if that is not negative. */
void *xpalloc(void *p, idx_t *count, idx_t least, ptrdiff_t most, idx_t size)
{
	idx_t n;
	if (__builtin_add_overflow(*count, *count >> 1, &n))
		n = IDX_MAX;
	if (most >= 0 && n > most)
		n = most;
	if (n - *count < least && (__builtin_add_overflow(*count, least, &n) || most >= 0 && n > most))
		xalloc_die();
	p = xireallocarray(p, n, size);
	*count = n;
	return p;
}
