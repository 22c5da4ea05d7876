/* Objects are aligned for everything, so alignment is only checked. */
#include <stdlib.h>
#include <malloc.h>
#include <errno.h>
#include <rift/intrinsics.h>

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
