/* Random permutations: declared alone. */
#pragma once
#include <stddef.h>
#include "randint.h"
size_t randperm_bound(size_t, size_t);
size_t *randperm_new(struct randint_source *, size_t, size_t);
