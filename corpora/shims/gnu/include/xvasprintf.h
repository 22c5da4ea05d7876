#pragma once
#include <stdarg.h>
char *xasprintf(char const *, ...);
char *xvasprintf(char const *, va_list);
