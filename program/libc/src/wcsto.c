/* Numbers from wide text, by way of bytes. */
#include <inttypes.h>
#include <stdlib.h>
#include <wchar.h>

/* A copy of s up to the first character that is not ASCII. */
static char *narrow(const wchar_t *s)
{
	size_t n = 0;
	while (s[n] > 0 && s[n] < 128)
		n++;
	char *p = malloc(n + 1);
	for (size_t i = 0; i < n; i++)
		p[i] = (char)s[i];
	p[n] = 0;
	return p;
}

static void finish(char *copy, const char *stop, const wchar_t *s, wchar_t **end)
{
	if (end)
		*end = (wchar_t *)s + (stop - copy);
	free(copy);
}

long wcstol(const wchar_t *s, wchar_t **end, int base)
{
	char *copy = narrow(s), *stop = copy;
	long v = strtol(copy, &stop, base);
	finish(copy, stop, s, end);
	return v;
}

unsigned long wcstoul(const wchar_t *s, wchar_t **end, int base)
{
	char *copy = narrow(s), *stop = copy;
	unsigned long v = strtoul(copy, &stop, base);
	finish(copy, stop, s, end);
	return v;
}

long long wcstoll(const wchar_t *s, wchar_t **end, int base)
{
	return wcstol(s, end, base);
}

unsigned long long wcstoull(const wchar_t *s, wchar_t **end, int base)
{
	return wcstoul(s, end, base);
}

intmax_t wcstoimax(const wchar_t *s, wchar_t **end, int base)
{
	return wcstol(s, end, base);
}

uintmax_t wcstoumax(const wchar_t *s, wchar_t **end, int base)
{
	return wcstoul(s, end, base);
}

double wcstod(const wchar_t *s, wchar_t **end)
{
	char *copy = narrow(s), *stop = copy;
	double v = strtod(copy, &stop);
	finish(copy, stop, s, end);
	return v;
}

float wcstof(const wchar_t *s, wchar_t **end)
{
	char *copy = narrow(s), *stop = copy;
	float v = strtof(copy, &stop);
	finish(copy, stop, s, end);
	return v;
}

long double wcstold(const wchar_t *s, wchar_t **end)
{
	char *copy = narrow(s), *stop = copy;
	long double v = strtold(copy, &stop);
	finish(copy, stop, s, end);
	return v;
}
