#pragma once
#include <stddef.h>
char *xstrndup(char const *, size_t);
