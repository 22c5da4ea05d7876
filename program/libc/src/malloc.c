#include <stdlib.h>
#include <errno.h>
#include <stdint.h>
#include <rift/intrinsics.h>

void *malloc(size_t n)
{
	void *p = n <= PTRDIFF_MAX ? __rift_alloc(n) : 0;
	if (!p)
		errno = ENOMEM;
	return p;
}

void free(void *p)
{
	__rift_free(p);
}

void *calloc(size_t n, size_t size)
{
	if (size && n > SIZE_MAX / size) {
		errno = ENOMEM;
		return 0;
	}
	void *p = malloc(n * size);
	if (p)
		__rift_fill(p, 0, n * size);
	return p;
}

void *realloc(void *old, size_t n)
{
	if (!old)
		return malloc(n);
	if (!n) {
		__rift_free(old);
		return 0;
	}
	void *p = malloc(n);
	if (!p)
		return 0;
	size_t size = __rift_size(old);
	__rift_copy(p, old, size < n ? size : n);
	__rift_free(old);
	return p;
}

void *reallocarray(void *old, size_t n, size_t size)
{
	if (size && n > SIZE_MAX / size) {
		errno = ENOMEM;
		return 0;
	}
	return realloc(old, n * size);
}
