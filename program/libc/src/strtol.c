/* Integers from text. */
#include <stdlib.h>
#include <inttypes.h>
#include <errno.h>
#include <limits.h>

static int value_of(int c)
{
	if ((unsigned)c - '0' < 10)
		return c - '0';
	if ((unsigned)(c | 32) - 'a' < 26)
		return (c | 32) - 'a' + 10;
	return 99;
}

static int is_space(int c)
{
	return c == ' ' || (unsigned)c - '\t' < 5;
}

/* Reads a number: its magnitude, sign and whether it exceeded 64 bits. */
static unsigned long scan(const char *s, char **end, int base, int *negative, int *over)
{
	const char *p = s;
	unsigned long v = 0;
	*negative = *over = 0;
	if (end)
		*end = (char *)s;
	if (base < 0 || base == 1 || base > 36) {
		errno = EINVAL;
		return 0;
	}
	while (is_space(*p))
		p++;
	if (*p == '+' || *p == '-')
		*negative = *p++ == '-';
	if ((base == 0 || base == 16) && *p == '0' && (p[1] | 32) == 'x' && value_of(p[2]) < 16) {
		p += 2;
		base = 16;
	} else if (base == 0)
		base = *p == '0' ? 8 : 10;
	const char *start = p;
	for (int d; (d = value_of(*p)) < base; p++) {
		if (v > (ULONG_MAX - d) / base)
			*over = 1;
		v = v * base + d;
	}
	if (end && p != start)
		*end = (char *)p;
	return v;
}

long strtol(const char *s, char **end, int base)
{
	int negative, over;
	unsigned long v = scan(s, end, base, &negative, &over);
	if (over || v > (unsigned long)LONG_MAX + negative) {
		errno = ERANGE;
		return negative ? LONG_MIN : LONG_MAX;
	}
	return negative ? (long)-v : (long)v;
}

unsigned long strtoul(const char *s, char **end, int base)
{
	int negative, over;
	unsigned long v = scan(s, end, base, &negative, &over);
	if (over) {
		errno = ERANGE;
		return ULONG_MAX;
	}
	return negative ? -v : v;
}

long long strtoll(const char *s, char **end, int base)
{
	return strtol(s, end, base);
}

unsigned long long strtoull(const char *s, char **end, int base)
{
	return strtoul(s, end, base);
}

long long strtoq(const char *s, char **end, int base)
{
	return strtol(s, end, base);
}

unsigned long long strtouq(const char *s, char **end, int base)
{
	return strtoul(s, end, base);
}

intmax_t strtoimax(const char *s, char **end, int base)
{
	return strtol(s, end, base);
}

uintmax_t strtoumax(const char *s, char **end, int base)
{
	return strtoul(s, end, base);
}
