#pragma once
#include <inttypes.h>
intmax_t xdectoimax(char const *, intmax_t min, intmax_t max, char const *suffixes, char const *err, int status);
uintmax_t xdectoumax(char const *, uintmax_t min, uintmax_t max, char const *suffixes, char const *err, int status);
intmax_t xnumtoimax(char const *, int base, intmax_t min, intmax_t max, char const *suffixes, char const *err, int status);
uintmax_t xnumtoumax(char const *, int base, uintmax_t min, uintmax_t max, char const *suffixes, char const *err, int status);
