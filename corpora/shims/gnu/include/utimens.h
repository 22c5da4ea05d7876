#pragma once
#include <time.h>
int utimens(char const *, struct timespec const[2]);
int fdutimens(int, char const *, struct timespec const[2]);
int lutimens(char const *, struct timespec const[2]);
/* Until 2009 fdutimens went by the name of what later became a function of
   POSIX. */
#ifdef GNULIB_FUTIMENS
#define futimens(fd, name, times) fdutimens(fd, name, times)
#endif
