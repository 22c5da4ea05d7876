#include <config.h>
#include "argmatch.h"
#include <error.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "exitfail.h"
#include "quote.h"
#include "quotearg.h"

/* Programs say how to end by defining usage; this one is for those without. */
static void fail(void)
{
	exit(exit_failure);
}

argmatch_exit_fn argmatch_die = fail;

static bool same_value(char const *values, size_t size, size_t i, size_t j)
{
	return values && !memcmp(values + size * i, values + size * j, size);
}

/* The index of the word, -1 if there is none, -2 if several with different
   values begin like that. */
ptrdiff_t argmatch(char const *arg, char const *const *words, char const *values, size_t size)
{
	size_t n = strlen(arg);
	ptrdiff_t found = -1;
	bool ambiguous = false;
	for (size_t i = 0; words[i]; i++) {
		if (strncmp(words[i], arg, n))
			continue;
		if (strlen(words[i]) == n)
			return i;
		if (found < 0)
			found = i;
		else if (!same_value(values, size, found, i))
			ambiguous = true;
	}
	return ambiguous ? -2 : found;
}

void argmatch_invalid(char const *context, char const *arg, ptrdiff_t problem)
{
	error(0, 0, problem == -1 ? "invalid argument %s for %s" : "ambiguous argument %s for %s",
	      quotearg_n_style(0, locale_quoting_style, arg), quote_n(1, context));
}

void argmatch_valid(char const *const *words, char const *values, size_t size)
{
	fputs("Valid arguments are:", stderr);
	for (size_t i = 0; words[i]; i++)
		fprintf(stderr, i && same_value(values, size, i - 1, i) ? ", %s" : "\n  - %s", quote(words[i]));
	putc('\n', stderr);
}

ptrdiff_t __xargmatch_internal(char const *context, char const *arg, char const *const *words, char const *values, size_t size,
                               argmatch_exit_fn end)
{
	ptrdiff_t i = argmatch(arg, words, values, size);
	if (i >= 0)
		return i;
	argmatch_invalid(context, arg, i);
	argmatch_valid(words, values, size);
	end();
	return -1;
}

ptrdiff_t argmatch_exact(char const *arg, char const *const *words)
{
	for (size_t i = 0; words[i]; i++)
		if (!strcmp(words[i], arg))
			return i;
	return -1;
}

ptrdiff_t __xargmatch_exact_internal(char const *context, char const *arg, char const *const *words, char const *values,
                                     size_t size, argmatch_exit_fn end)
{
	ptrdiff_t i = argmatch_exact(arg, words);
	if (i >= 0)
		return i;
	argmatch_invalid(context, arg, i);
	argmatch_valid(words, values, size);
	end();
	return -1;
}
