/* What the library claims to be: glibc's interfaces, all of them visible. */
#ifndef _FEATURES_H
#define _FEATURES_H
#define __GLIBC__ 2
#define __GLIBC_MINOR__ 36
#define __GLIBC_PREREQ(maj, min) ((__GLIBC__ << 16) + __GLIBC_MINOR__ >= ((maj) << 16) + (min))
#define __GNU_LIBRARY__ 6
#define __USE_POSIX 1
#define __USE_XOPEN 1
#define __USE_MISC 1
#define __USE_ISOC99 1
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include <sys/cdefs.h>
#endif
