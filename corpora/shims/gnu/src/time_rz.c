#include <config.h>
#include "time_rz.h"

struct tm_zone {
	int one;
};
static struct tm_zone zone;

timezone_t tzalloc(char const *name)
{
	(void)name;
	return &zone;
}

void tzfree(timezone_t z)
{
	(void)z;
}

struct tm *localtime_rz(timezone_t z, time_t const *t, struct tm *tm)
{
	return z ? localtime_r(t, tm) : gmtime_r(t, tm);
}

time_t mktime_z(timezone_t z, struct tm *tm)
{
	return z ? mktime(tm) : timegm(tm);
}
