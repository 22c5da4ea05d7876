/* Properties of integer types and of arithmetic on them. */
#pragma once
#include <limits.h>
#define TYPE_IS_INTEGER(t) ((t)1.5 == 1)
#ifndef TYPE_SIGNED
#define TYPE_SIGNED(t) (!((t)0 < (t)-1))
#endif
#ifndef TYPE_WIDTH
#define TYPE_WIDTH(t) ((int)(sizeof(t) * CHAR_BIT))
#endif
#ifndef TYPE_MAXIMUM
#define TYPE_MAXIMUM(t) ((t)(!TYPE_SIGNED(t) ? (t)-1 : ((((t)1 << (TYPE_WIDTH(t) - 2)) - 1) * 2 + 1)))
#define TYPE_MINIMUM(t) ((t)(!TYPE_SIGNED(t) ? (t)0 : ~TYPE_MAXIMUM(t)))
#endif
/* Decimal digits, and a sign, of a type or an expression: 302 / 1000 is a
   little above the logarithm of 2. */
#define INT_BITS_STRLEN_BOUND(b) (((b)*302 + 999) / 1000)
#ifndef INT_STRLEN_BOUND
#define INT_STRLEN_BOUND(t) \
	(INT_BITS_STRLEN_BOUND(sizeof(t) * CHAR_BIT - TYPE_SIGNED(__typeof__(t))) + TYPE_SIGNED(__typeof__(t)))
#endif
#define INT_BUFSIZE_BOUND(t) (INT_STRLEN_BOUND(t) + 1)
#define INT_ADD_OVERFLOW(a, b) __builtin_add_overflow_p(a, b, (__typeof__((a) + (b)))0)
#define INT_SUBTRACT_OVERFLOW(a, b) __builtin_sub_overflow_p(a, b, (__typeof__((a) - (b)))0)
#define INT_MULTIPLY_OVERFLOW(a, b) __builtin_mul_overflow_p(a, b, (__typeof__((a) * (b)))0)
#define INT_ADD_WRAPV(a, b, r) __builtin_add_overflow(a, b, r)
#define INT_SUBTRACT_WRAPV(a, b, r) __builtin_sub_overflow(a, b, r)
#define INT_MULTIPLY_WRAPV(a, b, r) __builtin_mul_overflow(a, b, r)
