/* Comparison of decimal numbers as text. */
#include <config.h>
#include "strnumcmp.h"
#include <string.h>

static int is_digit(char c)
{
	return '0' <= c && c <= '9';
}

/* Compares magnitudes: digits, possibly with separators among them, then a
   point and a fraction. */
static int magnitudes(char const *a, char const *b, int point, int sep)
{
	while (*a == '0' || sep != -1 && *a == sep)
		a++;
	while (*b == '0' || sep != -1 && *b == sep)
		b++;
	int first = 0;
	for (;; a++, b++) {
		while (sep != -1 && *a == sep)
			a++;
		while (sep != -1 && *b == sep)
			b++;
		if (!is_digit(*a) || !is_digit(*b))
			break;
		if (!first)
			first = *a - *b;
	}
	if (is_digit(*a) || is_digit(*b))
		return is_digit(*a) ? 1 : -1;
	if (first)
		return first < 0 ? -1 : 1;
	a += point != -1 && *a == point;
	b += point != -1 && *b == point;
	if (point == -1)
		return 0;
	for (; is_digit(*a) || is_digit(*b); a += is_digit(*a), b += is_digit(*b)) {
		int x = is_digit(*a) ? *a : '0', y = is_digit(*b) ? *b : '0';
		if (x != y)
			return x < y ? -1 : 1;
	}
	return 0;
}

static int is_zero(char const *s, int point, int sep)
{
	while (*s == '0' || sep != -1 && *s == sep)
		s++;
	if (point != -1 && *s == point)
		for (s++; *s == '0';)
			s++;
	return !is_digit(*s);
}

int strnumcmp(char const *a, char const *b, int point, int sep)
{
	int minus_a = *a == '-', minus_b = *b == '-';
	a += minus_a;
	b += minus_b;
	if (is_zero(a, point, sep) && is_zero(b, point, sep))
		return 0;
	minus_a &= !is_zero(a, point, sep);
	minus_b &= !is_zero(b, point, sep);
	if (minus_a != minus_b)
		return minus_a ? -1 : 1;
	int order = magnitudes(a, b, point, sep);
	return minus_a ? -order : order;
}

int strintcmp(char const *a, char const *b)
{
	return strnumcmp(a, b, -1, -1);
}
