/* May be included several times, each time obeying NDEBUG anew. */
#include <features.h>
#ifndef _ASSERT_H
#define _ASSERT_H
void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void __assert_perror_fail(int, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void __assert(const char *, const char *, int) __attribute__((__noreturn__));
#define static_assert _Static_assert
#endif
#undef assert
#undef assert_perror
#ifdef NDEBUG
#define assert(x) ((void)0)
#define assert_perror(e) ((void)0)
#else
#define assert(x) ((x) ? (void)0 : __assert_fail(#x, __FILE__, __LINE__, __func__))
#define assert_perror(e) (!(e) ? (void)0 : __assert_perror_fail((e), __FILE__, __LINE__, __func__))
#endif
