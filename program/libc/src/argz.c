/* Vectors of strings in one piece of memory, as GNU's argz. */
#include <argz.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

error_t argz_create(char *const argv[], char **argz, size_t *len)
{
	size_t n = 0;
	for (char *const *p = argv; *p; p++)
		n += strlen(*p) + 1;
	*argz = 0;
	*len = n;
	if (n == 0)
		return 0;
	if (!(*argz = malloc(n)))
		return ENOMEM;
	char *to = *argz;
	for (char *const *p = argv; *p; p++)
		to = stpcpy(to, *p) + 1;
	return 0;
}

error_t argz_create_sep(const char *s, int sep, char **argz, size_t *len)
{
	*argz = 0;
	*len = 0;
	return argz_add_sep(argz, len, s, sep);
}

size_t argz_count(const char *argz, size_t len)
{
	size_t n = 0;
	for (const char *p = 0; (p = argz_next(argz, len, p));)
		n++;
	return n;
}

void argz_extract(const char *argz, size_t len, char **argv)
{
	for (const char *p = 0; (p = argz_next(argz, len, p));)
		*argv++ = (char *)p;
	*argv = 0;
}

void argz_stringify(char *argz, size_t len, int sep)
{
	for (size_t i = 0; i + 1 < len; i++)
		if (argz[i] == 0)
			argz[i] = sep;
}

error_t argz_append(char **argz, size_t *len, const char *more, size_t n)
{
	char *p = realloc(*argz, *len + n);
	if (!p)
		return ENOMEM;
	memcpy(p + *len, more, n);
	*argz = p;
	*len += n;
	return 0;
}

error_t argz_add(char **argz, size_t *len, const char *s)
{
	return argz_append(argz, len, s, strlen(s) + 1);
}

/* Separators side by side count once, and not at all at the beginning. */
error_t argz_add_sep(char **argz, size_t *len, const char *s, int sep)
{
	size_t n = strlen(s);
	if (n == 0)
		return 0;
	char *p = realloc(*argz, *len + n + 1);
	if (!p)
		return ENOMEM;
	char *to = p + *len;
	for (; *s; s++) {
		if (*s != sep)
			*to++ = *s;
		else if (to > p && to[-1])
			*to++ = 0;
	}
	*to++ = 0;
	*argz = p;
	*len = to - p;
	return 0;
}

void argz_delete(char **argz, size_t *len, char *entry)
{
	if (!entry)
		return;
	size_t n = strlen(entry) + 1;
	*len -= n;
	memmove(entry, entry + n, *len - (entry - *argz));
	if (*len == 0) {
		free(*argz);
		*argz = 0;
	}
}

error_t argz_insert(char **argz, size_t *len, char *before, const char *s)
{
	if (!before)
		return argz_add(argz, len, s);
	if (before < *argz || before >= *argz + *len)
		return EINVAL;
	while (before > *argz && before[-1])
		before--;
	size_t at = before - *argz, n = strlen(s) + 1;
	char *p = realloc(*argz, *len + n);
	if (!p)
		return ENOMEM;
	memmove(p + at + n, p + at, *len - at);
	memcpy(p + at, s, n);
	*argz = p;
	*len += n;
	return 0;
}

char *argz_next(const char *argz, size_t len, const char *entry)
{
	if (entry) {
		if (entry < argz + len)
			entry += strlen(entry) + 1;
		return entry >= argz + len ? 0 : (char *)entry;
	}
	return len > 0 ? (char *)argz : 0;
}
