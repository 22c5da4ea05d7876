#include <rift/format.h>
#include <stdio.h>
#include <errno.h>

static void put_fd(struct __libc_out *o, const char *s, unsigned long n)
{
	if (n && __libc_write((int)o->room, s, n) != (long)n)
		o->failed = errno ? errno : EIO;
	o->total += n;
}

int vdprintf(int fd, const char *fmt, va_list ap)
{
	struct __libc_out o = {.put = put_fd, .room = fd};
	return __libc_format(&o, fmt, ap);
}

int dprintf(int fd, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = vdprintf(fd, fmt, ap);
	va_end(ap);
	return n;
}
