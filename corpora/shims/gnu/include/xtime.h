/* Times in nanoseconds. */
#pragma once
#include <time.h>
typedef long long int xtime_t;
#define XTIME_PRECISION 1000000000
static inline xtime_t xtime_make(xtime_t s, long int ns) { return XTIME_PRECISION * s + ns; }
static inline xtime_t xtime_nonnegative_sec(xtime_t t) { return t / XTIME_PRECISION; }
static inline xtime_t xtime_sec(xtime_t t) { return (t + (t < 0)) / XTIME_PRECISION - (t < 0); }
static inline long int xtime_nonnegative_nsec(xtime_t t) { return t % XTIME_PRECISION; }
static inline long int xtime_nsec(xtime_t t) { return t % XTIME_PRECISION + (t % XTIME_PRECISION < 0) * XTIME_PRECISION; }
