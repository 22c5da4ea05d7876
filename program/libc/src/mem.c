/* Memory as bytes. */
#include <rift/intrinsics.h>
#include <string.h>

void *memcpy(void *to, const void *from, size_t n)
{
	__rift_copy_apart(to, from, n);
	return to;
}

void *memmove(void *to, const void *from, size_t n)
{
	__rift_copy(to, from, n);
	return to;
}

void *mempcpy(void *to, const void *from, size_t n)
{
	__rift_copy_apart(to, from, n);
	return (char *)to + n;
}

void *__mempcpy(void *to, const void *from, size_t n)
{
	__rift_copy_apart(to, from, n);
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

int memcmp(const void *a, const void *b, size_t n)
{
	const unsigned char *p = a, *q = b;
	for (; n; n--, p++, q++)
		if (*p != *q)
			return *p - *q;
	return 0;
}

int bcmp(const void *a, const void *b, size_t n)
{
	return memcmp(a, b, n);
}

void *memchr(const void *s, int c, size_t n)
{
	const unsigned char *p = s;
	for (; n; n--, p++)
		if (*p == (unsigned char)c)
			return (void *)p;
	return 0;
}

void *memrchr(const void *s, int c, size_t n)
{
	const unsigned char *p = s;
	while (n--)
		if (p[n] == (unsigned char)c)
			return (void *)(p + n);
	return 0;
}

void *rawmemchr(const void *s, int c)
{
	const unsigned char *p = s;
	while (*p != (unsigned char)c)
		p++;
	return (void *)p;
}

void *memccpy(void *to, const void *from, int c, size_t n)
{
	unsigned char *d = to;
	const unsigned char *s = from;
	for (; n; n--)
		if ((*d++ = *s++) == (unsigned char)c)
			return d;
	return 0;
}

void *memmem(const void *s, size_t n, const void *word, size_t len)
{
	const unsigned char *p = s;
	for (; n >= len; n--, p++)
		if (!memcmp(p, word, len))
			return (void *)p;
	return 0;
}

void *memfrob(void *s, size_t n)
{
	unsigned char *p = s;
	for (; n; n--)
		*p++ ^= 42;
	return s;
}

void swab(const void *from, void *to, long n)
{
	const char *s = from;
	char *d = to;
	for (; n > 1; n -= 2, s += 2, d += 2) {
		char c = s[0];
		d[0] = s[1];
		d[1] = c;
	}
}
