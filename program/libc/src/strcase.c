#include <string.h>

static int lower(int c)
{
	return c + (((unsigned)c - 'A' < 26) << 5);
}

int strcasecmp(const char *a, const char *b)
{
	int x, y;
	do {
		x = lower((unsigned char)*a++);
		y = lower((unsigned char)*b++);
	} while (x && x == y);
	return x - y;
}

int strncasecmp(const char *a, const char *b, size_t n)
{
	for (; n; n--, a++, b++) {
		int x = lower((unsigned char)*a), y = lower((unsigned char)*b);
		if (x != y || !x)
			return x - y;
	}
	return 0;
}

char *strcasestr(const char *s, const char *word)
{
	size_t len = strlen(word);
	if (!len)
		return (char *)s;
	for (; *s; s++)
		if (!strncasecmp(s, word, len))
			return (char *)s;
	return 0;
}
