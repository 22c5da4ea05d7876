#include <rift/format.h>
#include <rift/intrinsics.h>
#include <stdio.h>
#include <stdlib.h>

void __libc_put_mem(struct __libc_out *o, const char *s, unsigned long n)
{
	unsigned long keep = n < o->room ? n : o->room;
	__rift_copy(o->buf, s, keep);
	o->buf += keep;
	o->room -= keep;
	o->total += n;
}

int __libc_vsnprintf(char *buf, unsigned long size, const char *fmt, va_list ap)
{
	char none;
	struct __libc_out o = {.put = __libc_put_mem, .buf = size ? buf : &none, .room = size ? size - 1 : 0};
	int n = __libc_format(&o, fmt, ap);
	*o.buf = 0;
	return n;
}

int vsnprintf(char *buf, size_t size, const char *fmt, va_list ap)
{
	return __libc_vsnprintf(buf, size, fmt, ap);
}

int vsprintf(char *buf, const char *fmt, va_list ap)
{
	return __libc_vsnprintf(buf, -1UL, fmt, ap);
}

int snprintf(char *buf, size_t size, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = __libc_vsnprintf(buf, size, fmt, ap);
	va_end(ap);
	return n;
}

int sprintf(char *buf, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = __libc_vsnprintf(buf, -1UL, fmt, ap);
	va_end(ap);
	return n;
}
