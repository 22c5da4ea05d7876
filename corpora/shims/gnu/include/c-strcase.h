/* Comparison of text in the C locale, letters of either case alike. */
#pragma once
#include <strings.h>
#define c_strcasecmp(a, b) strcasecmp(a, b)
#define c_strncasecmp(a, b, n) strncasecmp(a, b, n)
