/* Random integers: declared alone. */
#pragma once
#include <stdint.h>
#include "randread.h"
#define RANDINT_MAX UINTMAX_MAX
typedef uintmax_t randint;
struct randint_source;
struct randint_source *randint_new(struct randread_source *);
struct randint_source *randint_all_new(char const *, size_t);
struct randread_source *randint_get_source(struct randint_source const *);
randint randint_genmax(struct randint_source *, randint);
static inline randint randint_choose(struct randint_source *s, randint n) { return randint_genmax(s, n - 1); }
void randint_free(struct randint_source *);
int randint_all_free(struct randint_source *);
