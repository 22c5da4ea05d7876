/* Floating numbers from text; the digits are the machine's work. */
#include <stdlib.h>
#include <errno.h>
#include <rift/intrinsics.h>

static void convert(const char *s, char **end, void *result, int size)
{
	const char *p = s;
	while (*p == ' ' || (unsigned)*p - '\t' < 5)
		p++;
	long n = __rift_atof(p, result, size);
	if (n < 0) {
		errno = ERANGE;
		n = -n;
	}
	if (end)
		*end = (char *)(n ? p + n : s);
}

double strtod(const char *s, char **end)
{
	double x = 0;
	convert(s, end, &x, sizeof x);
	return x;
}

float strtof(const char *s, char **end)
{
	float x = 0;
	convert(s, end, &x, sizeof x);
	return x;
}

long double strtold(const char *s, char **end)
{
	long double x = 0;
	convert(s, end, &x, sizeof x);
	return x;
}

double atof(const char *s)
{
	double x = 0;
	convert(s, 0, &x, sizeof x);
	return x;
}
