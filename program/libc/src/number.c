/* Integers and floating numbers from text; absolute values and quotients. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <rift/intrinsics.h>
#include <stdlib.h>

/* The value of a digit in this base, or -1. One comparison decides for bases
   up to ten: each is a fork for symbolic execution. */
static int value_of(int c, int base)
{
	if ((unsigned)c - '0' < (unsigned)(base < 10 ? base : 10))
		return c - '0';
	if (base > 10 && (unsigned)(c | 32) - 'a' < (unsigned)(base - 10))
		return (c | 32) - 'a' + 10;
	return -1;
}

/* That many digits fit into 63 bits in every base. */
#define SURE_DIGITS 12

static int is_space(int c)
{
	return (c == ' ') | ((unsigned)c - '\t' < 5);
}

/* Reads a number: its magnitude, its sign, whether it exceeded 64 bits and
   whether it may have exceeded 63. */
static unsigned long scan(const char *s, char **end, int base, int *negative, int *over, int *many)
{
	const char *p = s;
	unsigned long v = 0;
	*negative = *over = *many = 0;
	if (base < 0 || base == 1 || base > 36) {
		errno = EINVAL;
		return 0;
	}
	if (end)
		*end = (char *)s;
	while (is_space(*p))
		p++;
	if (*p == '+' || *p == '-')
		*negative = *p++ == '-';
	if ((base == 0 || base == 16) && *p == '0' && (p[1] | 32) == 'x' && value_of(p[2], 16) >= 0) {
		p += 2;
		base = 16;
	} else if (base == 0)
		base = *p == '0' ? 8 : 10;
	const char *start = p;
	unsigned long most = ULONG_MAX / base;
	for (int d; (d = value_of(*p, base)) >= 0; p++) {
		if (p - start >= SURE_DIGITS && (v > most || v * base > ULONG_MAX - d))
			*over = 1;
		v = v * base + d;
	}
	*many = p - start > SURE_DIGITS;
	if (end && p != start)
		*end = (char *)p;
	return v;
}

long strtol(const char *s, char **end, int base)
{
	int negative, over, many;
	unsigned long v = scan(s, end, base, &negative, &over, &many);
	if (over || many && v > (unsigned long)LONG_MAX + negative) {
		errno = ERANGE;
		return negative ? LONG_MIN : LONG_MAX;
	}
	return negative ? (long)-v : (long)v;
}

unsigned long strtoul(const char *s, char **end, int base)
{
	int negative, over, many;
	unsigned long v = scan(s, end, base, &negative, &over, &many);
	if (over) {
		errno = ERANGE;
		return ULONG_MAX;
	}
	return negative ? -v : v;
}

long long strtoll(const char *s, char **end, int base)
{
	return strtol(s, end, base);
}

unsigned long long strtoull(const char *s, char **end, int base)
{
	return strtoul(s, end, base);
}

long long strtoq(const char *s, char **end, int base)
{
	return strtol(s, end, base);
}

unsigned long long strtouq(const char *s, char **end, int base)
{
	return strtoul(s, end, base);
}

intmax_t strtoimax(const char *s, char **end, int base)
{
	return strtol(s, end, base);
}

uintmax_t strtoumax(const char *s, char **end, int base)
{
	return strtoul(s, end, base);
}

int atoi(const char *s)
{
	return (int)strtol(s, 0, 10);
}

long atol(const char *s)
{
	return strtol(s, 0, 10);
}

long long atoll(const char *s)
{
	return strtol(s, 0, 10);
}

static void convert(const char *s, char **end, void *result, int size)
{
	const char *p = s;
	while (is_space(*p))
		p++;
	long n = __rift_atof(p, result, size);
	if (n < 0) {
		errno = ERANGE;
		n = -n;
	}
	if (end)
		*end = (char *)(n ? p + n : s);
}

double strtod(const char *s, char **end)
{
	double x = 0;
	convert(s, end, &x, sizeof x);
	return x;
}

float strtof(const char *s, char **end)
{
	float x = 0;
	convert(s, end, &x, sizeof x);
	return x;
}

long double strtold(const char *s, char **end)
{
	long double x = 0;
	convert(s, end, &x, sizeof x);
	return x;
}

double atof(const char *s)
{
	double x = 0;
	convert(s, 0, &x, sizeof x);
	return x;
}

int abs(int x)
{
	return x < 0 ? -x : x;
}

long labs(long x)
{
	return x < 0 ? -x : x;
}

long long llabs(long long x)
{
	return x < 0 ? -x : x;
}

intmax_t imaxabs(intmax_t x)
{
	return x < 0 ? -x : x;
}

div_t div(int a, int b)
{
	return (div_t){a / b, a % b};
}

ldiv_t ldiv(long a, long b)
{
	return (ldiv_t){a / b, a % b};
}

lldiv_t lldiv(long long a, long long b)
{
	return (lldiv_t){a / b, a % b};
}

imaxdiv_t imaxdiv(intmax_t a, intmax_t b)
{
	return (imaxdiv_t){a / b, a % b};
}
