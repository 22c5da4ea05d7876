#ifndef _MONETARY_H
#define _MONETARY_H
#include <sys/types.h>
#include <locale.h>
ssize_t strfmon(char *, size_t, const char *, ...);
ssize_t strfmon_l(char *, size_t, locale_t, const char *, ...);
#endif
