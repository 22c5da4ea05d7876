#include <config.h>
#include "ftoastr.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The format of so many digits, with the flags. */
static void format_for(char *format, int flags, char const *length)
{
	*format++ = '%';
	if (flags & FTOASTR_LEFT_JUSTIFY)
		*format++ = '-';
	if (flags & FTOASTR_ALWAYS_SIGNED)
		*format++ = '+';
	if (flags & FTOASTR_SPACE_POSITIVE)
		*format++ = ' ';
	if (flags & FTOASTR_ZERO_PAD)
		*format++ = '0';
	sprintf(format, "*.*%s%c", length, flags & FTOASTR_UPPER_E ? 'G' : 'g');
}

#define WRITER(name, type, read, length, few, most, least)                       \
	int name(char *buf, size_t size, int flags, int width, type x)           \
	{                                                                        \
		char format[16];                                                 \
		format_for(format, flags, length);                               \
		type magnitude = x < 0 ? -x : x;                                 \
		for (int digits = magnitude < least ? 1 : few;; digits++) {      \
			int n = snprintf(buf, size, format, width, digits, x);   \
			if (n < 0 || most <= digits || (size_t)n < size && read(buf, 0) == x) \
				return n;                                        \
		}                                                                \
	}

WRITER(ftoastr, float, strtof, "", FLT_DIG, FLT_DIG + 3, FLT_MIN)
WRITER(dtoastr, double, strtod, "", DBL_DIG, DBL_DIG + 3, DBL_MIN)
WRITER(ldtoastr, long double, strtold, "L", LDBL_DIG, LDBL_DIG + 3, LDBL_MIN)
