/* Dates from text in the C locale. */
#include <string.h>
#include <strings.h>
#include <time.h>

static const char *const day_names[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const month_names[] = {"January", "February", "March", "April", "May", "June", "July",
                                          "August", "September", "October", "November", "December"};

static const char *skip(const char *s)
{
	while (*s == ' ' || (unsigned)*s - '\t' < 5)
		s++;
	return s;
}

/* A number of at most digits places in lo..hi; null if there is none. */
static const char *number(const char *s, int digits, int lo, int hi, int *out)
{
	int v = 0, n = 0;
	s = skip(s);
	for (; n < digits && *s >= '0' && *s <= '9'; n++)
		v = v * 10 + (*s++ - '0');
	if (!n || v < lo || v > hi)
		return 0;
	*out = v;
	return s;
}

/* One of n names, whole or its first three letters. */
static const char *named(const char *s, const char *const *names, int n, int *out)
{
	for (int i = 0; i < n; i++) {
		size_t len = strlen(names[i]);
		if (strncasecmp(s, names[i], len))
			len = 3;
		if (!strncasecmp(s, names[i], len)) {
			*out = i;
			return s + len;
		}
	}
	return 0;
}

static const char *parse(const char *s, const char *f, struct tm *tm, int *twelve, int *afternoon, int *century)
{
	int v;
	for (; s && *f; f++) {
		if (*f == ' ' || (unsigned)*f - '\t' < 5) {
			s = skip(s);
			continue;
		}
		if (*f != '%') {
			s = *s == *f ? s + 1 : 0;
			continue;
		}
		f++;
		if (*f == 'E' || *f == 'O')
			f++;
		switch (*f) {
		case 'a': case 'A':
			s = named(s, day_names, 7, &tm->tm_wday);
			break;
		case 'b': case 'B': case 'h':
			s = named(s, month_names, 12, &tm->tm_mon);
			break;
		case 'c':
			s = parse(s, "%a %b %e %H:%M:%S %Y", tm, twelve, afternoon, century);
			break;
		case 'C':
			s = number(s, 2, 0, 99, century);
			break;
		case 'd': case 'e':
			s = number(s, 2, 1, 31, &tm->tm_mday);
			break;
		case 'D': case 'x':
			s = parse(s, "%m/%d/%y", tm, twelve, afternoon, century);
			break;
		case 'F':
			s = parse(s, "%Y-%m-%d", tm, twelve, afternoon, century);
			break;
		case 'H': case 'k':
			*twelve = 0;
			s = number(s, 2, 0, 23, &tm->tm_hour);
			break;
		case 'I': case 'l':
			if ((s = number(s, 2, 1, 12, &v)))
				tm->tm_hour = v % 12, *twelve = 1;
			break;
		case 'j':
			if ((s = number(s, 3, 1, 366, &v)))
				tm->tm_yday = v - 1;
			break;
		case 'm':
			if ((s = number(s, 2, 1, 12, &v)))
				tm->tm_mon = v - 1;
			break;
		case 'M':
			s = number(s, 2, 0, 59, &tm->tm_min);
			break;
		case 'n': case 't':
			s = skip(s);
			break;
		case 'p':
			*afternoon = !strncasecmp(s, "PM", 2);
			s = *afternoon || !strncasecmp(s, "AM", 2) ? s + 2 : 0;
			break;
		case 'r':
			s = parse(s, "%I:%M:%S %p", tm, twelve, afternoon, century);
			break;
		case 'R':
			s = parse(s, "%H:%M", tm, twelve, afternoon, century);
			break;
		case 'S':
			s = number(s, 2, 0, 61, &tm->tm_sec);
			break;
		case 'T': case 'X':
			s = parse(s, "%H:%M:%S", tm, twelve, afternoon, century);
			break;
		case 'u':
			if ((s = number(s, 1, 1, 7, &v)))
				tm->tm_wday = v % 7;
			break;
		case 'w':
			s = number(s, 1, 0, 6, &tm->tm_wday);
			break;
		case 'y':
			if ((s = number(s, 2, 0, 99, &v)))
				tm->tm_year = v < 69 ? v + 100 : v;
			break;
		case 'Y':
			if ((s = number(s, 4, 0, 9999, &v)))
				tm->tm_year = v - 1900;
			break;
		case '%':
			s = *s == '%' ? s + 1 : 0;
			break;
		default:
			return 0;
		}
	}
	return s;
}

char *strptime(const char *s, const char *f, struct tm *tm)
{
	int twelve = 0, afternoon = -1, century = -1;
	int mday = tm->tm_mday;
	tm->tm_mday = 0;
	s = parse(s, f, tm, &twelve, &afternoon, &century);
	int dated = tm->tm_mday != 0;
	if (!dated)
		tm->tm_mday = mday;
	if (afternoon == 1 && twelve)
		tm->tm_hour += 12;
	if (century >= 0)
		tm->tm_year = tm->tm_year % 100 + (century - 19) * 100;
	if (s && dated) {
		struct tm copy = *tm;
		copy.tm_isdst = 0;
		timegm(&copy);
		tm->tm_wday = copy.tm_wday;
		tm->tm_yday = copy.tm_yday;
	}
	return (char *)s;
}
