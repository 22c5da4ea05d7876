#ifndef _VALUES_H
#define _VALUES_H
#include <limits.h>
#include <float.h>
#define BITSPERBYTE 8
#define BITS(type) (CHAR_BIT * (int)sizeof(type))
#define MAXSHORT SHRT_MAX
#define MAXINT INT_MAX
#define MAXLONG LONG_MAX
#define MINSHORT SHRT_MIN
#define MININT INT_MIN
#define MINLONG LONG_MIN
#define MAXDOUBLE DBL_MAX
#define MINDOUBLE DBL_MIN
#define MAXFLOAT FLT_MAX
#define MINFLOAT FLT_MIN
#endif
