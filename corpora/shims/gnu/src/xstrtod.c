/* Floating-point numbers: false for what is none or is too large. */
#include <config.h>
#include "xstrtod.h"
#include <errno.h>
#include <stdlib.h>
#include "c-strtod.h"
#include "cl-strtod.h"

#define READER(name, type)                                                                              \
	bool name(char const *s, char const **end, type *value, type (*convert)(char const *, char **)) \
	{                                                                                               \
		char *stop;                                                                             \
		errno = 0;                                                                              \
		type x = convert(s, &stop);                                                             \
		bool ok = stop != s && (end || !*stop);                                                 \
		if (ok && x != 0 && errno == ERANGE)                                                    \
			ok = false;                                                                     \
		if (end)                                                                                \
			*end = stop;                                                                    \
		*value = x;                                                                             \
		return ok;                                                                              \
	}

READER(xstrtod, double)
READER(xstrtold, long double)

double c_strtod(char const *s, char **end)
{
	return strtod(s, end);
}

long double c_strtold(char const *s, char **end)
{
	return strtold(s, end);
}

double cl_strtod(char const *s, char **end)
{
	return strtod(s, end);
}

long double cl_strtold(char const *s, char **end)
{
	return strtold(s, end);
}
