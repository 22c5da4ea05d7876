#include <string.h>
#include <rift/intrinsics.h>

void *memcpy(void *to, const void *from, size_t n)
{
	__rift_copy(to, from, n);
	return to;
}

void *memmove(void *to, const void *from, size_t n)
{
	__rift_copy(to, from, n);
	return to;
}

void *mempcpy(void *to, const void *from, size_t n)
{
	__rift_copy(to, from, n);
	return (char *)to + n;
}

void *memset(void *to, int c, size_t n)
{
	__rift_fill(to, c, n);
	return to;
}

void bcopy(const void *from, void *to, size_t n)
{
	__rift_copy(to, from, n);
}

void bzero(void *to, size_t n)
{
	__rift_fill(to, 0, n);
}

void explicit_bzero(void *to, size_t n)
{
	__rift_fill(to, 0, n);
}
