/* The string functions that nearly every program uses. */
#include <string.h>

size_t strlen(const char *s)
{
	const char *p = s;
	while (*p)
		p++;
	return p - s;
}

size_t strnlen(const char *s, size_t max)
{
	size_t n = 0;
	while (n < max && s[n])
		n++;
	return n;
}

char *strcpy(char *to, const char *from)
{
	char *d = to;
	while ((*d++ = *from++))
		;
	return to;
}

char *strncpy(char *to, const char *from, size_t n)
{
	char *d = to;
	for (; n && *from; n--)
		*d++ = *from++;
	for (; n; n--)
		*d++ = 0;
	return to;
}

char *strcat(char *to, const char *from)
{
	char *d = to;
	while (*d)
		d++;
	while ((*d++ = *from++))
		;
	return to;
}

char *strncat(char *to, const char *from, size_t n)
{
	char *d = to;
	while (*d)
		d++;
	for (; n && *from; n--)
		*d++ = *from++;
	*d = 0;
	return to;
}

int strcmp(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return (unsigned char)*a - (unsigned char)*b;
}

int strncmp(const char *a, const char *b, size_t n)
{
	for (; n; n--, a++, b++)
		if (*a != *b || !*a)
			return (unsigned char)*a - (unsigned char)*b;
	return 0;
}

char *strchr(const char *s, int c)
{
	for (; *s != (char)c; s++)
		if (!*s)
			return 0;
	return (char *)s;
}

char *strrchr(const char *s, int c)
{
	const char *last = 0;
	do
		if (*s == (char)c)
			last = s;
	while (*s++);
	return (char *)last;
}
