#include <rift/format.h>
#include <rift/intrinsics.h>
#include <stdio.h>
#include <stdlib.h>

int vasprintf(char **out, const char *fmt, va_list ap)
{
	va_list again;
	va_copy(again, ap);
	int n = __libc_vsnprintf(0, 0, fmt, again);
	va_end(again);
	if (n < 0)
		return -1;
	char *s = malloc((size_t)n + 1);
	if (!s)
		return -1;
	*out = s;
	return __libc_vsnprintf(s, (size_t)n + 1, fmt, ap);
}

int asprintf(char **out, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = vasprintf(out, fmt, ap);
	va_end(ap);
	return n;
}
