#pragma once
#include <stddef.h>
char const *quote(char const *);
char const *quote_n(int, char const *);
char const *quote_mem(char const *, size_t);
char const *quote_n_mem(int, char const *, size_t);
