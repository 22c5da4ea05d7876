/* Dates as people write them: declared alone. */
#pragma once
#include <stdbool.h>
#include <time.h>
#define PARSE_DATETIME_DEBUG 1
bool parse_datetime(struct timespec *, char const *, struct timespec const *);
bool parse_datetime2(struct timespec *, char const *, struct timespec const *, unsigned int flags, ...);
