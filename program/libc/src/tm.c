/* Calendar arithmetic in UTC, the only time zone. Days are counted from
   0000-03-01, so that leap days end their years. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

char *tzname[2] = {"UTC", "UTC"};
long timezone;
int daylight;

static struct tm shared;

void tzset(void)
{
}

/* Days from 1970-01-01 to the first of month (0..11) of year. */
static long days_from(long year, int month)
{
	if (month < 2)
		year--;
	long era = (year >= 0 ? year : year - 399) / 400, y = year - era * 400;
	long day = (153 * (month < 2 ? month + 10 : month - 2) + 2) / 5;
	return era * 146097 + y * 365 + y / 4 - y / 100 + day - 719468;
}


static struct tm *split(long t, struct tm *out, const char *zone)
{
	long days = t / 86400, rest = t % 86400;
	if (rest < 0) {
		rest += 86400;
		days--;
	}
	long z = days + 719468, era = (z >= 0 ? z : z - 146096) / 146097, d = z - era * 146097;
	long y = (d - d / 1460 + d / 36524 - d / 146096) / 365;
	long in_year = d - (365 * y + y / 4 - y / 100), m = (5 * in_year + 2) / 153;
	int month = (int)(m < 10 ? m + 2 : m - 10);
	long year = y + era * 400 + (month < 2);
	if (year - 1900 > INT_MAX || year - 1900 < INT_MIN) {
		errno = EOVERFLOW;
		return 0;
	}
	memset(out, 0, sizeof *out);
	out->tm_sec = (int)(rest % 60);
	out->tm_min = (int)(rest / 60 % 60);
	out->tm_hour = (int)(rest / 3600);
	out->tm_mday = (int)(in_year - (153 * m + 2) / 5 + 1);
	out->tm_mon = month;
	out->tm_year = (int)(year - 1900);
	out->tm_wday = (int)((days % 7 + 11) % 7);
	out->tm_yday = (int)(days - days_from(year, 0));
	out->tm_zone = zone;
	return out;
}

struct tm *gmtime_r(const time_t *t, struct tm *out)
{
	return split(*t, out, "GMT");
}

struct tm *gmtime(const time_t *t)
{
	return split(*t, &shared, "GMT");
}

struct tm *localtime_r(const time_t *t, struct tm *out)
{
	return split(*t, out, "UTC");
}

struct tm *localtime(const time_t *t)
{
	return split(*t, &shared, "UTC");
}

static time_t join(struct tm *tm, const char *zone)
{
	long months = tm->tm_mon, year = 1900L + tm->tm_year + months / 12;
	months %= 12;
	if (months < 0) {
		months += 12;
		year--;
	}
	long t = ((days_from(year, (int)months) + tm->tm_mday - 1) * 24 + tm->tm_hour) * 3600 + tm->tm_min * 60L + tm->tm_sec;
	return split(t, tm, zone) ? t : -1;
}

time_t mktime(struct tm *tm)
{
	int summer = tm->tm_isdst > 0;
	time_t t = join(tm, "UTC");
	if (summer && t != -1) {
		t -= 3600;
		split(t, tm, "UTC");
	}
	return t;
}

time_t timelocal(struct tm *tm)
{
	return mktime(tm);
}

time_t timegm(struct tm *tm)
{
	return join(tm, "GMT");
}

static const char days[7][4] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
static const char months[12][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

char *asctime_r(const struct tm *tm, char *buf)
{
	if (tm->tm_year > INT_MAX - 1900) {
		errno = EOVERFLOW;
		return 0;
	}
	int n = snprintf(buf, 26, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n",
	                 tm->tm_wday < 0 || tm->tm_wday > 6 ? "???" : days[tm->tm_wday],
	                 tm->tm_mon < 0 || tm->tm_mon > 11 ? "???" : months[tm->tm_mon],
	                 tm->tm_mday, tm->tm_hour, tm->tm_min, tm->tm_sec, 1900 + tm->tm_year);
	if (n >= 26) {
		errno = EOVERFLOW;
		return 0;
	}
	return buf;
}

char *asctime(const struct tm *tm)
{
	static char buf[114];
	return asctime_r(tm, buf);
}

char *ctime(const time_t *t)
{
	return asctime(localtime(t));
}

char *ctime_r(const time_t *t, char *buf)
{
	struct tm tm;
	return asctime_r(localtime_r(t, &tm), buf);
}
