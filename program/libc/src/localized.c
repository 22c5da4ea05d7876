/* Functions that take a locale: there is only one, so they ignore it. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int isalnum_l(int c, locale_t l)
{
	return isalnum(c);
}

int isalpha_l(int c, locale_t l)
{
	return isalpha(c);
}

int isblank_l(int c, locale_t l)
{
	return isblank(c);
}

int iscntrl_l(int c, locale_t l)
{
	return iscntrl(c);
}

int isdigit_l(int c, locale_t l)
{
	return isdigit(c);
}

int isgraph_l(int c, locale_t l)
{
	return isgraph(c);
}

int islower_l(int c, locale_t l)
{
	return islower(c);
}

int isprint_l(int c, locale_t l)
{
	return isprint(c);
}

int ispunct_l(int c, locale_t l)
{
	return ispunct(c);
}

int isspace_l(int c, locale_t l)
{
	return isspace(c);
}

int isupper_l(int c, locale_t l)
{
	return isupper(c);
}

int isxdigit_l(int c, locale_t l)
{
	return isxdigit(c);
}

int tolower_l(int c, locale_t l)
{
	return tolower(c);
}

int toupper_l(int c, locale_t l)
{
	return toupper(c);
}

int strcoll_l(const char *a, const char *b, locale_t l)
{
	return strcoll(a, b);
}

size_t strxfrm_l(char *to, const char *from, size_t n, locale_t l)
{
	return strxfrm(to, from, n);
}

char *strerror_l(int err, locale_t l)
{
	return strerror(err);
}

int strcasecmp_l(const char *a, const char *b, locale_t l)
{
	return strcasecmp(a, b);
}

int strncasecmp_l(const char *a, const char *b, size_t n, locale_t l)
{
	return strncasecmp(a, b, n);
}

double strtod_l(const char *s, char **end, locale_t l)
{
	return strtod(s, end);
}

float strtof_l(const char *s, char **end, locale_t l)
{
	return strtof(s, end);
}

long double strtold_l(const char *s, char **end, locale_t l)
{
	return strtold(s, end);
}

long strtol_l(const char *s, char **end, int base, locale_t l)
{
	return strtol(s, end, base);
}

unsigned long strtoul_l(const char *s, char **end, int base, locale_t l)
{
	return strtoul(s, end, base);
}

long long strtoll_l(const char *s, char **end, int base, locale_t l)
{
	return strtol(s, end, base);
}

unsigned long long strtoull_l(const char *s, char **end, int base, locale_t l)
{
	return strtoul(s, end, base);
}

size_t strftime_l(char *buf, size_t n, const char *fmt, const struct tm *tm, locale_t l)
{
	return strftime(buf, n, fmt, tm);
}
