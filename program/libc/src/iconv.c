/* Conversion between character sets: there is the C locale only, and none. */
#include <errno.h>
#include <iconv.h>

iconv_t iconv_open(const char *to, const char *from)
{
	errno = EINVAL;
	return (iconv_t)-1;
}

size_t iconv(iconv_t set, char **in, size_t *in_left, char **out, size_t *out_left)
{
	errno = EBADF;
	return (size_t)-1;
}

int iconv_close(iconv_t set)
{
	errno = EBADF;
	return -1;
}
