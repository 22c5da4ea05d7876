#pragma once
#include <stdarg.h>
void verror(int status, int err, char const *format, va_list);
