/* Dates as text in the C locale. */
#include <stdio.h>
#include <string.h>
#include <time.h>

static const char *const day_names[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const month_names[] = {"January", "February", "March", "April", "May", "June", "July",
                                          "August", "September", "October", "November", "December"};

struct out {
	char *buf;
	size_t size, n; /* n may exceed size: then it did not fit */
	int pad;        /* 0: the conversion's own; '_', '-', '0' */
	int width, upper, swap;
};

static void put(struct out *o, const char *s, size_t len)
{
	long fill = o->width - (long)len;
	char pad = o->pad == '0' ? '0' : ' ';
	for (; fill > 0 && o->pad != '-'; fill--, o->n++)
		if (o->n < o->size)
			o->buf[o->n] = pad;
	for (size_t i = 0; i < len; i++, o->n++) {
		char c = s[i];
		if (o->upper && c >= 'a' && c <= 'z')
			c -= 32;
		if (o->n < o->size)
			o->buf[o->n] = c;
	}
}

static void text(struct out *o, const char *s)
{
	put(o, s, strlen(s));
}

/* A number of at least digits places, padded with pad by default. */
static void number(struct out *o, long v, int digits, int pad)
{
	char buf[32];
	int n, how = o->pad ? o->pad : pad;
	if (o->width > digits)
		digits = o->width;
	o->width = 0;
	if (digits > 20)
		digits = 20;
	if (how == '-')
		n = sprintf(buf, "%ld", v);
	else if (how == '_' || how == ' ')
		n = sprintf(buf, "%*ld", digits, v);
	else
		n = sprintf(buf, "%0*ld", digits, v);
	put(o, buf, n);
}

/* Week of the year when weeks begin on the given day. */
static int week(const struct tm *tm, int first)
{
	return (tm->tm_yday + 7 - (tm->tm_wday - first + 7) % 7) / 7;
}

/* ISO 8601: weeks begin on Monday, the first has the year's first Thursday. */
static int iso_week(const struct tm *tm, long *year)
{
	int thursday = tm->tm_yday + 3 - (tm->tm_wday + 6) % 7;
	long y = 1900L + tm->tm_year;
	int length = 365 + (y % 4 == 0 && (y % 100 != 0 || y % 400 == 0));
	if (thursday < 0) {
		y--;
		thursday += 365 + (y % 4 == 0 && (y % 100 != 0 || y % 400 == 0));
	} else if (thursday >= length) {
		y++;
		thursday -= length;
	}
	*year = y;
	return thursday / 7 + 1;
}

static void format(struct out *o, const char *f, const struct tm *tm);

/* A conversion that stands for others. */
static void compound(struct out *o, const char *f, const struct tm *tm)
{
	char buf[128];
	struct out inner = {.buf = buf, .size = sizeof buf, .upper = o->upper};
	format(&inner, f, tm);
	put(o, buf, inner.n < sizeof buf ? inner.n : sizeof buf);
}

static const char *name(const char *const *names, int n, int i)
{
	return i >= 0 && i < n ? names[i] : "?";
}

static void convert(struct out *o, int c, const struct tm *tm)
{
	long year = 1900L + tm->tm_year, iso;
	int hour12 = tm->tm_hour % 12 ? tm->tm_hour % 12 : 12;
	switch (c) {
	case 'a':
		if (o->swap)
			o->upper = 1;
		put(o, name(day_names, 7, tm->tm_wday), tm->tm_wday < 0 || tm->tm_wday > 6 ? 1 : 3);
		break;
	case 'A':
		if (o->swap)
			o->upper = 1;
		text(o, name(day_names, 7, tm->tm_wday));
		break;
	case 'b':
	case 'h':
		if (o->swap)
			o->upper = 1;
		put(o, name(month_names, 12, tm->tm_mon), tm->tm_mon < 0 || tm->tm_mon > 11 ? 1 : 3);
		break;
	case 'B':
		if (o->swap)
			o->upper = 1;
		text(o, name(month_names, 12, tm->tm_mon));
		break;
	case 'c':
		compound(o, "%a %b %e %H:%M:%S %Y", tm);
		break;
	case 'C':
		number(o, year / 100 - (year % 100 < 0), 1, '0');
		break;
	case 'd':
		number(o, tm->tm_mday, 2, '0');
		break;
	case 'D':
	case 'x':
		compound(o, "%m/%d/%y", tm);
		break;
	case 'e':
		number(o, tm->tm_mday, 2, '_');
		break;
	case 'F':
		compound(o, "%Y-%m-%d", tm);
		break;
	case 'g':
		iso_week(tm, &iso);
		number(o, (iso % 100 + 100) % 100, 2, '0');
		break;
	case 'G':
		iso_week(tm, &iso);
		number(o, iso, 1, '0');
		break;
	case 'H':
		number(o, tm->tm_hour, 2, '0');
		break;
	case 'I':
		number(o, hour12, 2, '0');
		break;
	case 'j':
		number(o, tm->tm_yday + 1, 3, '0');
		break;
	case 'k':
		number(o, tm->tm_hour, 2, '_');
		break;
	case 'l':
		number(o, hour12, 2, '_');
		break;
	case 'm':
		number(o, tm->tm_mon + 1, 2, '0');
		break;
	case 'M':
		number(o, tm->tm_min, 2, '0');
		break;
	case 'n':
		text(o, "\n");
		break;
	case 'p':
		text(o, o->swap ? tm->tm_hour >= 12 ? "pm" : "am" : tm->tm_hour >= 12 ? "PM" : "AM");
		break;
	case 'P':
		text(o, tm->tm_hour >= 12 ? "pm" : "am");
		break;
	case 'r':
		compound(o, "%I:%M:%S %p", tm);
		break;
	case 'R':
		compound(o, "%H:%M", tm);
		break;
	case 's': {
		struct tm copy = *tm;
		number(o, mktime(&copy), 1, '0');
		break;
	}
	case 'S':
		number(o, tm->tm_sec, 2, '0');
		break;
	case 't':
		text(o, "\t");
		break;
	case 'T':
	case 'X':
		compound(o, "%H:%M:%S", tm);
		break;
	case 'u':
		number(o, tm->tm_wday ? tm->tm_wday : 7, 1, '0');
		break;
	case 'U':
		number(o, week(tm, 0), 2, '0');
		break;
	case 'V':
		number(o, iso_week(tm, &iso), 2, '0');
		break;
	case 'w':
		number(o, tm->tm_wday, 1, '0');
		break;
	case 'W':
		number(o, week(tm, 1), 2, '0');
		break;
	case 'y':
		number(o, (year % 100 + 100) % 100, 2, '0');
		break;
	case 'Y':
		number(o, year, 1, '0');
		break;
	case 'z':
		text(o, tm->tm_isdst < 0 ? "" : "+0000");
		break;
	case 'Z': {
		const char *zone = tm->tm_zone ? tm->tm_zone : "";
		if (o->swap) {
			char low[8];
			size_t n = 0;
			for (; zone[n] && n < sizeof low; n++)
				low[n] = zone[n] >= 'A' && zone[n] <= 'Z' ? zone[n] + 32 : zone[n];
			put(o, low, n);
			break;
		}
		text(o, zone);
		break;
	}
	case '%':
		text(o, "%");
		break;
	}
}

static void format(struct out *o, const char *f, const struct tm *tm)
{
	int upper = o->upper;
	while (*f) {
		const char *start = f;
		o->pad = o->width = o->swap = 0;
		o->upper = upper;
		if (*f != '%') {
			put(o, f++, 1);
			continue;
		}
		for (f++; *f && strchr("_-0^#", *f); f++)
			if (*f == '^')
				o->upper = 1;
			else if (*f == '#')
				o->swap = 1;
			else
				o->pad = *f;
		for (; *f >= '0' && *f <= '9'; f++)
			o->width = o->width * 10 + (*f - '0');
		if (*f == 'E' || *f == 'O')
			f++;
		if (*f && strchr("aAbBcCdDeFgGhHIjklmMnpPrRsStTuUVwWxXyYzZ%", *f))
			convert(o, *f++, tm);
		else {
			if (*f)
				f++;
			o->width = 0;
			put(o, start, f - start);
		}
	}
	o->upper = upper;
}

size_t strftime(char *buf, size_t size, const char *f, const struct tm *tm)
{
	struct out o = {.buf = buf, .size = size};
	format(&o, f, tm);
	if (o.n >= size)
		return 0;
	buf[o.n] = 0;
	return o.n;
}
