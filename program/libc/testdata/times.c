/* Calendar functions. */
#include <stdio.h>
#include <string.h>
#include <time.h>

int main(void)
{
	static const time_t times[] = {0, 1, -1, 86399, 86400, 951782400, 951868799, 951868800, 1000000000, 1700000000, 2147483647, 2147483648, 4102444800, -86400, -2208988800, -62135596800, 253402300799, 1709164800, 1735603200};
	static const char *formats[] = {"%a %A %b %B %c", "%C %d %D %e %F %g %G", "%h %H %I %j %k %l", "%m %M %n %p %P %r %R", "%S %t %T %u %U %V", "%w %W %x %X %y %Y %z %Z %%", "%_d %-d %05Y %^a %#p %10Y %-H %_H %E %q", "%^B %#Z %3d %-j %s"};
	char buf[256];
	for (unsigned i = 0; i < sizeof times / sizeof *times; i++) {
		struct tm tm = *gmtime(&times[i]);
		printf("%ld: %d %d %d %d %d %d %d %d %d\n", (long)times[i], tm.tm_sec, tm.tm_min, tm.tm_hour, tm.tm_mday, tm.tm_mon, tm.tm_year, tm.tm_wday, tm.tm_yday, tm.tm_isdst);
		printf("%s", asctime(&tm));
		for (unsigned f = 0; f < sizeof formats / sizeof *formats; f++)
			printf("%zu %s\n", strftime(buf, sizeof buf, formats[f], &tm), buf);
		printf("%ld %s", (long)mktime(&tm), ctime(&times[i]));
	}
	for (int year = 1998; year < 2012; year++)
		for (int day = -3; day < 4; day++) {
			struct tm tm = {.tm_year = year - 1900, .tm_mday = 1 + day, .tm_hour = 12};
			mktime(&tm);
			strftime(buf, sizeof buf, "%F %G-%V %U %W %j", &tm);
			printf("%s\n", buf);
		}
	struct tm odd = {.tm_year = 100, .tm_mon = 25, .tm_mday = -40, .tm_hour = 100, .tm_min = -5, .tm_sec = 7200};
	printf("%ld", (long)mktime(&odd));
	printf(" %s", asctime(&odd));
	odd = (struct tm){.tm_year = 99, .tm_mon = -1, .tm_mday = 31};
	printf("%ld ", (long)timegm(&odd));
	printf("%d %d %d\n", odd.tm_year, odd.tm_mon, odd.tm_mday);
	printf("%zu\n", strftime(buf, 5, "%Y-%m", &odd));
	struct tm parsed;
	memset(&parsed, 0, sizeof parsed);
	char *rest = strptime("2021-03-04 05:06:07 PM tail", "%Y-%m-%d %H:%M:%S %p", &parsed);
	printf("[%s] %d %d %d %d %d %d %d %d\n", rest ? rest : "null", parsed.tm_year, parsed.tm_mon, parsed.tm_mday, parsed.tm_hour, parsed.tm_min, parsed.tm_sec, parsed.tm_wday, parsed.tm_yday);
	rest = strptime("Tue Feb 29 2000", "%a %b %d %Y", &parsed);
	printf("%d %d %d %d\n", rest != NULL, parsed.tm_mon, parsed.tm_wday, parsed.tm_yday);
	printf("%g %d\n", difftime(10, 3), (int)CLOCKS_PER_SEC);
	time_t now = time(NULL);
	printf("%d %d\n", now > 1000000000, clock() >= 0);
	return 0;
}
