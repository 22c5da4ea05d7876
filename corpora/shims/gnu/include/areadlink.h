#pragma once
#include <stddef.h>
char *areadlink(char const *);
char *areadlink_with_size(char const *, size_t);
char *areadlinkat(int, char const *);
char *areadlinkat_with_size(int, char const *, size_t);
