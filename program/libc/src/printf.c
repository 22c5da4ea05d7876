#include <rift/format.h>
#include <stdio.h>
#include <errno.h>

void __libc_put_file(struct __libc_out *o, const char *s, unsigned long n)
{
	if (__libc_fwrite(s, n, o->file) != n)
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
