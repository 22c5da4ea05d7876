#pragma once
#include <stdarg.h>
#include <stdio.h>
int xprintf(char const *, ...) __attribute__((__format__(__printf__, 1, 2)));
int xvprintf(char const *, va_list);
int xfprintf(FILE *, char const *, ...) __attribute__((__format__(__printf__, 2, 3)));
int xvfprintf(FILE *, char const *, va_list);
