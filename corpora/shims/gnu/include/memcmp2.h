#pragma once
#include <stddef.h>
int memcmp2(char const *, size_t, char const *, size_t);
