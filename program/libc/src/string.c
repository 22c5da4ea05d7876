/* The string functions that programs commonly use. */
#include <rift/intrinsics.h>
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
	__rift_apart(to, from, -1ul, 0);
	while ((*d++ = *from++))
		;
	return to;
}

char *strncpy(char *to, const char *from, size_t n)
{
	char *d = to;
	if (n)
		__rift_apart(to, from, n, 0);
	for (; n && *from; n--)
		*d++ = *from++;
	for (; n; n--)
		*d++ = 0;
	return to;
}

char *strcat(char *to, const char *from)
{
	char *d = to;
	__rift_apart(to, from, -1ul, 1);
	while (*d)
		d++;
	while ((*d++ = *from++))
		;
	return to;
}

char *strncat(char *to, const char *from, size_t n)
{
	char *d = to;
	if (n)
		__rift_apart(to, from, n, 1);
	while (*d)
		d++;
	for (; n && *from; n--)
		*d++ = *from++;
	*d = 0;
	return to;
}

int strcmp(const char *a, const char *b)
{
	for (; *a == *b; a++, b++)
		if (!*a)
			return 0;
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

char *stpcpy(char *to, const char *from)
{
	__rift_apart(to, from, -1ul, 0);
	while ((*to = *from++))
		to++;
	return to;
}

char *__stpcpy(char *to, const char *from)
{
	return stpcpy(to, from);
}

char *stpncpy(char *to, const char *from, size_t n)
{
	for (; n && *from; n--)
		*to++ = *from++;
	for (size_t i = 0; i < n; i++)
		to[i] = 0;
	return to;
}

size_t strlcpy(char *to, const char *from, size_t size)
{
	size_t n = strlen(from);
	if (size) {
		size_t keep = n < size ? n : size - 1;
		memcpy(to, from, keep);
		to[keep] = 0;
	}
	return n;
}

size_t strlcat(char *to, const char *from, size_t size)
{
	size_t n = strnlen(to, size);
	return n + strlcpy(to + n, from, size - n);
}

int strcoll(const char *a, const char *b)
{
	return strcmp(a, b);
}

size_t strxfrm(char *to, const char *from, size_t size)
{
	return strlcpy(to, from, size);
}

char *strchrnul(const char *s, int c)
{
	while (*s && *s != (char)c)
		s++;
	return (char *)s;
}

char *index(const char *s, int c)
{
	return strchr(s, c);
}

char *rindex(const char *s, int c)
{
	return strrchr(s, c);
}

size_t strspn(const char *s, const char *set)
{
	size_t n = 0;
	while (s[n] && strchr(set, s[n]))
		n++;
	return n;
}

size_t strcspn(const char *s, const char *set)
{
	size_t n = 0;
	while (s[n] && !strchr(set, s[n]))
		n++;
	return n;
}

char *strpbrk(const char *s, const char *set)
{
	s += strcspn(s, set);
	return *s ? (char *)s : 0;
}

char *strstr(const char *s, const char *word)
{
	if (!*word)
		return (char *)s;
	for (; *s; s++) {
		size_t i = 0;
		while (word[i] && s[i] == word[i])
			i++;
		if (!word[i])
			return (char *)s;
	}
	return 0;
}

char *strtok_r(char *s, const char *set, char **rest)
{
	if (!s)
		s = *rest;
	s += strspn(s, set);
	if (!*s) {
		*rest = s;
		return 0;
	}
	char *end = s + strcspn(s, set);
	if (*end)
		*end++ = 0;
	*rest = end;
	return s;
}

char *__strtok_r(char *s, const char *set, char **rest)
{
	return strtok_r(s, set, rest);
}

char *strtok(char *s, const char *set)
{
	static char *rest;
	return strtok_r(s, set, &rest);
}

char *strsep(char **rest, const char *set)
{
	char *s = *rest;
	if (!s)
		return 0;
	char *end = s + strcspn(s, set);
	if (*end) {
		*end = 0;
		*rest = end + 1;
	} else
		*rest = 0;
	return s;
}
