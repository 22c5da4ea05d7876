#include <stdlib.h>
#include <string.h>

static const char set[] = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

long a64l(const char *s)
{
	unsigned v = 0;
	for (int i = 0; i < 6 && s[i]; i++) {
		const char *p = strchr(set, s[i]);
		if (!p)
			break;
		v |= (unsigned)(p - set) << 6 * i;
	}
	return (int)v;
}

char *l64a(long x)
{
	static char buf[7];
	unsigned v = (unsigned)x;
	int n = 0;
	for (; v; v >>= 6)
		buf[n++] = set[v & 63];
	buf[n] = 0;
	return buf;
}
