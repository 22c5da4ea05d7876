#include <stdlib.h>
#include <string.h>

char *strdup(const char *s)
{
	size_t n = strlen(s) + 1;
	char *p = malloc(n);
	return p ? memcpy(p, s, n) : 0;
}

char *strndup(const char *s, size_t max)
{
	size_t n = strnlen(s, max);
	char *p = malloc(n + 1);
	if (!p)
		return 0;
	memcpy(p, s, n);
	p[n] = 0;
	return p;
}

char *__strdup(const char *s)
{
	return strdup(s);
}
