/* Arguments that are one of several words, or an unambiguous beginning. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include "verify.h"
#define ARRAY_CARDINALITY(a) (sizeof(a) / sizeof *(a))
#define ARGMATCH_VERIFY(words, values) verify(ARRAY_CARDINALITY(words) == ARRAY_CARDINALITY(values) + 1)
typedef void (*argmatch_exit_fn)(void);
extern argmatch_exit_fn argmatch_die;
ptrdiff_t argmatch(char const *arg, char const *const *words, char const *values, size_t value_size);
void argmatch_invalid(char const *context, char const *arg, ptrdiff_t problem);
void argmatch_valid(char const *const *words, char const *values, size_t value_size);
ptrdiff_t __xargmatch_internal(char const *context, char const *arg, char const *const *words, char const *values,
                               size_t value_size, argmatch_exit_fn);
#define ARGMATCH(arg, words, values) argmatch(arg, words, (char const *)(values), sizeof *(values))
#define XARGMATCH(context, arg, words, values)                                                                   \
	((values)[__xargmatch_internal(context, arg, words, (char const *)(values), sizeof *(values), argmatch_die)])
ptrdiff_t argmatch_exact(char const *arg, char const *const *words);
ptrdiff_t __xargmatch_exact_internal(char const *context, char const *arg, char const *const *words, char const *values,
                                     size_t value_size, argmatch_exit_fn);
#define ARGMATCH_EXACT(arg, words, values) argmatch_exact(arg, words)
#define XARGMATCH_EXACT(context, arg, words, values)                                                                    \
	((values)[__xargmatch_exact_internal(context, arg, words, (char const *)(values), sizeof *(values), argmatch_die)])
