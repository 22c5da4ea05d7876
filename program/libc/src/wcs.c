/* Wide strings. */
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>
#include <rift/intrinsics.h>

size_t wcslen(const wchar_t *s)
{
	size_t n = 0;
	while (s[n])
		n++;
	return n;
}

size_t wcsnlen(const wchar_t *s, size_t max)
{
	size_t n = 0;
	while (n < max && s[n])
		n++;
	return n;
}

wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t n)
{
	__rift_copy(to, from, n * sizeof *to);
	return to;
}

wchar_t *wmempcpy(wchar_t *to, const wchar_t *from, size_t n)
{
	return wmemcpy(to, from, n) + n;
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n)
{
	__rift_copy(to, from, n * sizeof *to);
	return to;
}

wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n)
{
	for (size_t i = 0; i < n; i++)
		to[i] = c;
	return to;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n)
{
	for (; n; n--, a++, b++)
		if (*a != *b)
			return *a < *b ? -1 : 1;
	return 0;
}

wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n)
{
	for (; n; n--, s++)
		if (*s == c)
			return (wchar_t *)s;
	return 0;
}

wchar_t *wcscpy(wchar_t *to, const wchar_t *from)
{
	return wmemcpy(to, from, wcslen(from) + 1);
}

wchar_t *wcpcpy(wchar_t *to, const wchar_t *from)
{
	size_t n = wcslen(from);
	return wmemcpy(to, from, n + 1) + n;
}

wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t n)
{
	size_t len = wcsnlen(from, n);
	wmemcpy(to, from, len);
	wmemset(to + len, 0, n - len);
	return to;
}

wchar_t *wcscat(wchar_t *to, const wchar_t *from)
{
	wcscpy(to + wcslen(to), from);
	return to;
}

wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t n)
{
	size_t len = wcsnlen(from, n), at = wcslen(to);
	wmemcpy(to + at, from, len);
	to[at + len] = 0;
	return to;
}

int wcscmp(const wchar_t *a, const wchar_t *b)
{
	while (*a && *a == *b)
		a++, b++;
	return *a < *b ? -1 : *a > *b;
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n)
{
	for (; n; n--, a++, b++)
		if (*a != *b || !*a)
			return *a < *b ? -1 : *a > *b;
	return 0;
}

int wcscasecmp(const wchar_t *a, const wchar_t *b)
{
	return wcsncasecmp(a, b, (size_t)-1);
}

int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t n)
{
	for (; n; n--, a++, b++) {
		int x = (int)towlower(*a), y = (int)towlower(*b);
		if (x != y || !x)
			return x - y;
	}
	return 0;
}

int wcscoll(const wchar_t *a, const wchar_t *b)
{
	return wcscmp(a, b);
}

size_t wcsxfrm(wchar_t *to, const wchar_t *from, size_t n)
{
	size_t len = wcslen(from);
	if (n) {
		size_t keep = len < n ? len : n - 1;
		wmemcpy(to, from, keep);
		to[keep] = 0;
	}
	return len;
}

wchar_t *wcschrnul(const wchar_t *s, wchar_t c)
{
	while (*s && *s != c)
		s++;
	return (wchar_t *)s;
}

wchar_t *wcschr(const wchar_t *s, wchar_t c)
{
	s = wcschrnul(s, c);
	return *s == c ? (wchar_t *)s : 0;
}

wchar_t *wcsrchr(const wchar_t *s, wchar_t c)
{
	const wchar_t *last = 0;
	do
		if (*s == c)
			last = s;
	while (*s++);
	return (wchar_t *)last;
}

size_t wcsspn(const wchar_t *s, const wchar_t *set)
{
	size_t n = 0;
	while (s[n] && wcschr(set, s[n]))
		n++;
	return n;
}

size_t wcscspn(const wchar_t *s, const wchar_t *set)
{
	size_t n = 0;
	while (s[n] && !wcschr(set, s[n]))
		n++;
	return n;
}

wchar_t *wcspbrk(const wchar_t *s, const wchar_t *set)
{
	s += wcscspn(s, set);
	return *s ? (wchar_t *)s : 0;
}

wchar_t *wcsstr(const wchar_t *s, const wchar_t *word)
{
	size_t n = wcslen(word);
	for (;; s++) {
		if (!wcsncmp(s, word, n))
			return (wchar_t *)s;
		if (!*s)
			return 0;
	}
}

wchar_t *wcstok(wchar_t *s, const wchar_t *set, wchar_t **rest)
{
	if (!s)
		s = *rest;
	if (!s)
		return 0;
	s += wcsspn(s, set);
	if (!*s) {
		*rest = 0;
		return 0;
	}
	wchar_t *end = s + wcscspn(s, set);
	*rest = *end ? end + 1 : 0;
	*end = 0;
	return s;
}

wchar_t *wcsdup(const wchar_t *s)
{
	size_t n = wcslen(s) + 1;
	wchar_t *p = malloc(n * sizeof *p);
	return p ? wmemcpy(p, s, n) : 0;
}
