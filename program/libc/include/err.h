#ifndef _ERR_H
#define _ERR_H
#include <stdarg.h>
void warn(const char *, ...);
void vwarn(const char *, va_list);
void warnx(const char *, ...);
void vwarnx(const char *, va_list);
void err(int, const char *, ...) __attribute__((__noreturn__));
void verr(int, const char *, va_list) __attribute__((__noreturn__));
void errx(int, const char *, ...) __attribute__((__noreturn__));
void verrx(int, const char *, va_list) __attribute__((__noreturn__));
#endif
