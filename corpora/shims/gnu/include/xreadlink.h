#pragma once
#include <stddef.h>
char *xreadlink(char const *, size_t);
