/* Dates as digits: declared alone. */
#pragma once
#include <stdbool.h>
#include <time.h>
#define PDS_TRAILING_YEAR 1
#define PDS_CENTURY 2
#define PDS_SECONDS 4
#define PDS_PRE_2000 8
bool posixtime(time_t *, char const *, unsigned int);
