/* Time zones as values. There is one, that of the environment. */
#pragma once
#include <time.h>
typedef struct tm_zone *timezone_t;
timezone_t tzalloc(char const *);
void tzfree(timezone_t);
struct tm *localtime_rz(timezone_t, time_t const *, struct tm *);
time_t mktime_z(timezone_t, struct tm *);
