/* The shortest text from which a floating-point number can be read back. */
#pragma once
#include <float.h>
#include <stddef.h>
enum {
	FTOASTR_LEFT_JUSTIFY = 1,
	FTOASTR_ALWAYS_SIGNED = 2,
	FTOASTR_SPACE_POSITIVE = 4,
	FTOASTR_ZERO_PAD = 8,
	FTOASTR_UPPER_E = 16
};
int ftoastr(char *, size_t, int flags, int width, float);
int dtoastr(char *, size_t, int flags, int width, double);
int ldtoastr(char *, size_t, int flags, int width, long double);
/* The longest text, with a decimal point of p bytes: sign, digits, point, and
   an exponent of two, three or four digits. */
#define FLT_STRLEN_BOUND_L(p) (14 + (p))
#define DBL_STRLEN_BOUND_L(p) (23 + (p))
#define LDBL_STRLEN_BOUND_L(p) (28 + (p))
#define FLT_STRLEN_BOUND FLT_STRLEN_BOUND_L(1)
#define DBL_STRLEN_BOUND DBL_STRLEN_BOUND_L(1)
#define LDBL_STRLEN_BOUND LDBL_STRLEN_BOUND_L(1)
#define FLT_BUFSIZE_BOUND (FLT_STRLEN_BOUND + 1)
#define DBL_BUFSIZE_BOUND (DBL_STRLEN_BOUND + 1)
#define LDBL_BUFSIZE_BOUND (LDBL_STRLEN_BOUND + 1)
