#pragma once
#include <stdarg.h>
#include <stdio.h>
extern char const version_etc_copyright[];
void version_etc(FILE *, char const *command, char const *package, char const *version, ...);
void version_etc_va(FILE *, char const *command, char const *package, char const *version, va_list authors);
void version_etc_ar(FILE *, char const *command, char const *package, char const *version, char const *const *authors);
void version_etc_arn(FILE *, char const *command, char const *package, char const *version, char const *const *authors, size_t n);
