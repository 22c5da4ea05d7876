/* Numbers with a unit behind them: a letter that is a power of 1024 (k, M, G,
   ...), or of 1000 with "B" or "D" behind it, 512 for b, 2 for w, 1 for c,
   1024 for B. Only those of the caller's suffixes are units; "0" among them
   allows the second letter. */
#include <config.h>
#include "xstrtol.h"
#include <ctype.h>
#include <errno.h>
#include <error.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "exitfail.h"
#include "quote.h"

/* A number as sign and magnitude, with what went wrong. */
struct number {
	bool negative;
	uintmax_t value, limit;
};

static strtol_error scale(struct number *n, uintmax_t by)
{
	if (n->value > n->limit / by) {
		n->value = n->limit;
		return LONGINT_OVERFLOW;
	}
	n->value *= by;
	return LONGINT_OK;
}

static strtol_error scale_power(struct number *n, uintmax_t base, int power)
{
	strtol_error err = LONGINT_OK;
	while (power-- > 0)
		err |= scale(n, base);
	return err;
}

static strtol_error unit(struct number *n, char const *p, int *length, char const *suffixes)
{
	static char const powers[] = "kMGTPEZY";
	uintmax_t base = 1024;
	*length = 1;
	if (strchr(suffixes, '0')) {
		if (p[1] == 'i' && p[2] == 'B')
			*length = 3;
		else if (p[1] == 'B' || p[1] == 'D') {
			base = 1000;
			*length = 2;
		}
	}
	switch (*p) {
	case 'b':
		return scale(n, 512);
	case 'B':
		return scale(n, 1024);
	case 'c':
		return LONGINT_OK;
	case 'w':
		return scale(n, 2);
	}
	char upper = *p == 'K' ? 'k' : *p == 'm' ? 'M' : *p == 'g' ? 'G' : *p == 't' ? 'T' : *p;
	char const *at = strchr(powers, upper);
	if (!at) {
		*length = 0;
		return LONGINT_INVALID_SUFFIX_CHAR;
	}
	return scale_power(n, base, (int)(at - powers) + 1);
}

/* Reads into n; a number that strtoumax cannot hold is an overflow. */
static strtol_error parse(char const *s, char **end, int base, struct number *n, char const *suffixes, bool is_signed,
                          uintmax_t max)
{
	char *p;
	strtol_error err = LONGINT_OK;
	char const *q = s;
	if (!end)
		end = &p;
	while (isspace((unsigned char)*q))
		q++;
	n->negative = *q == '-';
	if (!is_signed && n->negative)
		return LONGINT_INVALID;
	n->limit = max + n->negative;
	errno = 0;
	n->value = strtoumax(s, end, base);
	if (n->negative && errno == 0)
		n->value = -n->value;
	if (*end == s) {
		/* A unit alone is one of it. */
		if (!suffixes || !**end || !strchr(suffixes, **end))
			return LONGINT_INVALID;
		n->value = 1;
	} else if (errno == ERANGE || errno == 0 && n->value > n->limit) {
		err = LONGINT_OVERFLOW;
		n->value = n->limit;
	} else if (errno != 0)
		return LONGINT_INVALID;
	if (suffixes && **end) {
		if (!strchr(suffixes, **end))
			return err | LONGINT_INVALID_SUFFIX_CHAR;
		int length;
		err |= unit(n, *end, &length, suffixes);
		*end += length;
		if (**end)
			err |= LONGINT_INVALID_SUFFIX_CHAR;
	}
	return err;
}

#define READER(name, type, is_signed, max)                                                                     \
	strtol_error name(char const *s, char **end, int base, type *value, char const *suffixes)              \
	{                                                                                                      \
		struct number n;                                                                               \
		strtol_error err = parse(s, end, base, &n, suffixes, is_signed, max);                          \
		if (err != LONGINT_INVALID)                                                                    \
			*value = n.negative ? (type)(0 - n.value) : (type)n.value;                             \
		return err;                                                                                    \
	}

READER(xstrtol, long int, true, LONG_MAX)
READER(xstrtoul, unsigned long int, false, ULONG_MAX)
READER(xstrtoll, long long int, true, LLONG_MAX)
READER(xstrtoull, unsigned long long int, false, ULLONG_MAX)
READER(xstrtoimax, intmax_t, true, INTMAX_MAX)
READER(xstrtoumax, uintmax_t, false, UINTMAX_MAX)

static char const *complaint(strtol_error err)
{
	switch (err) {
	case LONGINT_INVALID_SUFFIX_CHAR:
	case LONGINT_INVALID_SUFFIX_CHAR_WITH_OVERFLOW:
		return "invalid suffix in %s%s argument '%s'";
	case LONGINT_OVERFLOW:
		return "%s%s argument '%s' too large";
	default:
		return "invalid %s%s argument '%s'";
	}
}

void xstrtol_complain(int status, char const *text, char const *what, strtol_error err)
{
	switch (err) {
	case LONGINT_OK:
		abort();
	case LONGINT_INVALID:
		error(status, 0, "invalid %s '%s'", what, text);
		break;
	case LONGINT_OVERFLOW:
		error(status, 0, "%s '%s' too large", what, text);
		break;
	default:
		error(status, 0, "invalid character following %s in '%s'", what, text);
	}
}

void xstrtol_fatal(strtol_error err, int opt_idx, char c, struct option const *options, char const *text)
{
	char letter[] = {c, '\0'};
	if (opt_idx < 0)
		error(exit_failure, 0, complaint(err), "-", letter, text);
	else
		error(exit_failure, 0, complaint(err), "--", options[opt_idx].name, text);
	abort();
}
