/* Dynamic memory. Objects are aligned for everything, so alignment is only
   checked. */
#include <errno.h>
#include <malloc.h>
#include <rift/intrinsics.h>
#include <stdint.h>
#include <stdlib.h>

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

void *aligned_alloc(size_t align, size_t n)
{
	if (!align || align & (align - 1)) {
		errno = EINVAL;
		return 0;
	}
	return malloc(n);
}

void *memalign(size_t align, size_t n)
{
	return malloc(n);
}

int posix_memalign(void **out, size_t align, size_t n)
{
	if (align < sizeof(void *) || align & (align - 1))
		return EINVAL;
	void *p = __rift_alloc(n);
	if (!p)
		return ENOMEM;
	*out = p;
	return 0;
}

void *valloc(size_t n)
{
	return malloc(n);
}

void *pvalloc(size_t n)
{
	return malloc((n + 4095) & ~(size_t)4095);
}

void cfree(void *p)
{
	free(p);
}

size_t malloc_usable_size(void *p)
{
	return p ? __rift_size(p) : 0;
}

int mallopt(int what, int value)
{
	return 1;
}

int malloc_trim(size_t pad)
{
	return 0;
}
