#include <rift/format.h>
#include <errno.h>
#include <stdio.h>

static int get_file(struct __libc_in *in)
{
	return __libc_getc(in->file);
}

static void back_file(struct __libc_in *in, int c)
{
	__libc_ungetc(c, in->file);
}

static int get_text(struct __libc_in *in)
{
	return *in->text ? (unsigned char)*in->text++ : -1;
}

static void back_text(struct __libc_in *in, int c)
{
	in->text--;
}

int vfscanf(FILE *f, const char *fmt, va_list ap)
{
	struct __libc_in in = {.get = get_file, .back = back_file, .file = f};
	if (!(f->flags & F_READ)) {
		errno = EBADF;
		return EOF;
	}
	return __libc_scan(&in, fmt, ap);
}

int vscanf(const char *fmt, va_list ap)
{
	return vfscanf(stdin, fmt, ap);
}

int vsscanf(const char *s, const char *fmt, va_list ap)
{
	struct __libc_in in = {.get = get_text, .back = back_text, .text = s};
	return __libc_scan(&in, fmt, ap);
}

int scanf(const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = vfscanf(stdin, fmt, ap);
	va_end(ap);
	return n;
}

int fscanf(FILE *f, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = vfscanf(f, fmt, ap);
	va_end(ap);
	return n;
}

int sscanf(const char *s, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = vsscanf(s, fmt, ap);
	va_end(ap);
	return n;
}
