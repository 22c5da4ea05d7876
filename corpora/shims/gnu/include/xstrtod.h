#pragma once
#include <stdbool.h>
bool xstrtod(char const *, char const **, double *, double (*)(char const *, char **));
bool xstrtold(char const *, char const **, long double *, long double (*)(char const *, char **));
