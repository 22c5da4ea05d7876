#include <config.h>
#include "xmemcoll.h"
#include <string.h>

/* In the C locale the order is that of the bytes. */
int xmemcoll(char *a, size_t n, char *b, size_t m)
{
	int order = memcmp(a, b, n < m ? n : m);
	return order ? order : n < m ? -1 : n > m;
}

int xmemcoll0(char const *a, size_t n, char const *b, size_t m)
{
	return xmemcoll((char *)a, n - 1, (char *)b, m - 1);
}
