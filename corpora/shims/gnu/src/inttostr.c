#include <config.h>
#include "inttostr.h"

char *umaxtostr(uintmax_t n, char *buf)
{
	char *p = buf + INT_STRLEN_BOUND(uintmax_t);
	*p = '\0';
	do
		*--p = '0' + n % 10;
	while ((n /= 10) != 0);
	return p;
}

char *imaxtostr(intmax_t n, char *buf)
{
	char *p = buf + INT_STRLEN_BOUND(intmax_t);
	*p = '\0';
	if (n < 0) {
		do
			*--p = '0' - n % 10;
		while ((n /= 10) != 0);
		*--p = '-';
	} else {
		do
			*--p = '0' + n % 10;
		while ((n /= 10) != 0);
	}
	return p;
}

char *offtostr(off_t n, char *buf)
{
	return imaxtostr(n, buf);
}

/* Those for int may get buffers that are just large enough for an int. */
char *uinttostr(unsigned int n, char *buf)
{
	char *p = buf + INT_STRLEN_BOUND(unsigned int);
	*p = '\0';
	do
		*--p = '0' + n % 10;
	while ((n /= 10) != 0);
	return p;
}

char *inttostr(int n, char *buf)
{
	char *p = buf + INT_STRLEN_BOUND(int);
	unsigned int u = n < 0 ? -(unsigned int)n : (unsigned int)n;
	*p = '\0';
	do
		*--p = '0' + u % 10;
	while ((u /= 10) != 0);
	if (n < 0)
		*--p = '-';
	return p;
}
