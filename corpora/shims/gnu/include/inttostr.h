/* Integers as decimal text at the end of a buffer of INT_BUFSIZE_BOUND bytes;
   the result is where the text begins. */
#pragma once
#include <stdint.h>
#include <sys/types.h>
#include "intprops.h"
char *imaxtostr(intmax_t, char *);
char *umaxtostr(uintmax_t, char *);
char *offtostr(off_t, char *);
char *inttostr(int, char *);
char *uinttostr(unsigned int, char *);
