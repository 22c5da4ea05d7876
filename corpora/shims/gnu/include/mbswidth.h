#pragma once
#include <stddef.h>
enum { MBSW_REJECT_INVALID = 1, MBSW_REJECT_UNPRINTABLE = 2 };
int mbswidth(char const *, int flags);
int mbsnwidth(char const *, size_t, int flags);
#define gnu_mbswidth mbswidth
