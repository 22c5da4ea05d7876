/* The printf family. */
#include <errno.h>
#include <rift/format.h>
#include <rift/intrinsics.h>
#include <stdio.h>
#include <stdlib.h>

void __libc_put_file(struct __libc_out *o, const char *s, unsigned long n)
{
	FILE *f = o->file;
	if (n <= (unsigned long)(f->wend - f->wp)) {
		__rift_copy(f->wp, s, n);
		f->wp += n;
	} else if (__libc_fwrite(s, n, f) != n)
		o->failed = errno ? errno : EIO;
	o->total += n;
}

int __libc_vfprintf(FILE *f, const char *fmt, va_list ap)
{
	struct __libc_out o = {.put = __libc_put_file, .file = f};
	return __libc_format(&o, fmt, ap);
}

int __libc_fprintf(FILE *f, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = __libc_vfprintf(f, fmt, ap);
	va_end(ap);
	return n;
}

int printf(const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = __libc_vfprintf(stdout, fmt, ap);
	va_end(ap);
	return n;
}

int fprintf(FILE *f, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = __libc_vfprintf(f, fmt, ap);
	va_end(ap);
	return n;
}

int vprintf(const char *fmt, va_list ap)
{
	return __libc_vfprintf(stdout, fmt, ap);
}

int vfprintf(FILE *f, const char *fmt, va_list ap)
{
	return __libc_vfprintf(f, fmt, ap);
}

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
