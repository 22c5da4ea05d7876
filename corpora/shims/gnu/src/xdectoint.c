#include <config.h>
#include "xdectoint.h"
#include <errno.h>
#include <error.h>
#include <limits.h>
#include <stdlib.h>
#include "exitfail.h"
#include "quote.h"
#include "xstrtol.h"

/* Complains unless the number was read and lies in its range. */
static void require(strtol_error e, int above, int below, char const *s, char const *err, int status)
{
	if (e == LONGINT_OK && !above && !below)
		return;
	int reason = e == LONGINT_OVERFLOW || above ? EOVERFLOW : below ? ERANGE : 0;
	error(status ? status : EXIT_FAILURE, reason, "%s: %s", err, quote(s));
}

intmax_t xnumtoimax(char const *s, int base, intmax_t min, intmax_t max, char const *suffixes, char const *err, int status)
{
	intmax_t n = 0;
	strtol_error e = xstrtoimax(s, NULL, base, &n, suffixes);
	require(e, e == LONGINT_OK && n > max, e == LONGINT_OK && n < min, s, err, status);
	return n;
}

uintmax_t xnumtoumax(char const *s, int base, uintmax_t min, uintmax_t max, char const *suffixes, char const *err, int status)
{
	uintmax_t n = 0;
	strtol_error e = xstrtoumax(s, NULL, base, &n, suffixes);
	require(e, e == LONGINT_OK && n > max, e == LONGINT_OK && n < min, s, err, status);
	return n;
}

intmax_t xdectoimax(char const *s, intmax_t min, intmax_t max, char const *suffixes, char const *err, int status)
{
	return xnumtoimax(s, 10, min, max, suffixes, err, status);
}

uintmax_t xdectoumax(char const *s, uintmax_t min, uintmax_t max, char const *suffixes, char const *err, int status)
{
	return xnumtoumax(s, 10, min, max, suffixes, err, status);
}
