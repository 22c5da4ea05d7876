/* Wide input and output: in the C locale a character is a byte, so formats are
   narrowed and the byte functions do the work. */
#include <errno.h>
#include <rift/format.h>
#include <stdlib.h>
#include <wchar.h>
#include <stdio.h>
#include <time.h>

static void orient(FILE *f)
{
	if (!f->wide)
		f->wide = 1;
}

wint_t fgetwc(FILE *f)
{
	orient(f);
	int c = __libc_getc(f);
	if (c < 128)
		return c < 0 ? WEOF : (wint_t)c;
	__libc_ungetc(c, f);
	f->flags |= F_FAILED;
	errno = EILSEQ;
	return WEOF;
}

wint_t getwc(FILE *f)
{
	return fgetwc(f);
}

wint_t getwchar(void)
{
	return fgetwc(stdin);
}

wint_t ungetwc(wint_t c, FILE *f)
{
	return c < 128 && __libc_ungetc((int)c, f) >= 0 ? c : WEOF;
}

wint_t fputwc(wchar_t c, FILE *f)
{
	orient(f);
	if ((unsigned)c >= 128) {
		f->flags |= F_FAILED;
		errno = EILSEQ;
		return WEOF;
	}
	return __libc_putc(c, f) < 0 ? WEOF : (wint_t)c;
}

wint_t putwc(wchar_t c, FILE *f)
{
	return fputwc(c, f);
}

wint_t putwchar(wchar_t c)
{
	return fputwc(c, stdout);
}

wchar_t *fgetws(wchar_t *s, int n, FILE *f)
{
	int i = 0;
	wint_t c = 0;
	while (i < n - 1 && c != '\n' && (c = fgetwc(f)) != WEOF)
		s[i++] = (wchar_t)c;
	if (n < 1 || n > 1 && i == 0 || f->flags & F_FAILED)
		return 0;
	s[i] = 0;
	return s;
}

int fputws(const wchar_t *s, FILE *f)
{
	for (; *s; s++)
		if (fputwc(*s, f) == WEOF)
			return -1;
	return 1;
}

int fwide(FILE *f, int mode)
{
	if (!f->wide && mode)
		f->wide = mode < 0 ? -1 : 1;
	return f->wide;
}

/* A format as bytes; null with EILSEQ if it has other characters. */
static char *narrow(const wchar_t *s)
{
	size_t n = wcslen(s);
	char *p = malloc(n + 1);
	for (size_t i = 0; p && i <= n; i++) {
		if ((unsigned)s[i] >= 128) {
			free(p);
			errno = EILSEQ;
			return 0;
		}
		p[i] = (char)s[i];
	}
	return p;
}

int vfwprintf(FILE *f, const wchar_t *fmt, va_list ap)
{
	orient(f);
	char *bytes = narrow(fmt);
	int n = bytes ? __libc_vfprintf(f, bytes, ap) : -1;
	free(bytes);
	return n;
}

int vwprintf(const wchar_t *fmt, va_list ap)
{
	return vfwprintf(stdout, fmt, ap);
}

int vswprintf(wchar_t *out, size_t size, const wchar_t *fmt, va_list ap)
{
	char *bytes = narrow(fmt), *text = 0;
	int n = bytes ? vasprintf(&text, bytes, ap) : -1;
	free(bytes);
	for (int i = 0; i <= n && (size_t)i < size; i++)
		out[i] = (unsigned char)text[i];
	if (n >= 0 && (size_t)n >= size) {
		if (size)
			out[size - 1] = 0;
		n = -1;
	}
	free(text);
	return n;
}

int wprintf(const wchar_t *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = vfwprintf(stdout, fmt, ap);
	va_end(ap);
	return n;
}

int fwprintf(FILE *f, const wchar_t *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = vfwprintf(f, fmt, ap);
	va_end(ap);
	return n;
}

int swprintf(wchar_t *out, size_t size, const wchar_t *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = vswprintf(out, size, fmt, ap);
	va_end(ap);
	return n;
}

static int scan_file(FILE *f, const wchar_t *fmt, va_list ap)
{
	char *bytes = narrow(fmt);
	int n = bytes ? vfscanf(f, bytes, ap) : -1;
	free(bytes);
	return n;
}

int wscanf(const wchar_t *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = scan_file(stdin, fmt, ap);
	va_end(ap);
	return n;
}

int fwscanf(FILE *f, const wchar_t *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = scan_file(f, fmt, ap);
	va_end(ap);
	return n;
}

int swscanf(const wchar_t *s, const wchar_t *fmt, ...)
{
	char *bytes = narrow(fmt), *text = narrow(s);
	va_list ap;
	va_start(ap, fmt);
	int n = bytes && text ? vsscanf(text, bytes, ap) : -1;
	va_end(ap);
	free(bytes);
	free(text);
	return n;
}

size_t wcsftime(wchar_t *out, size_t size, const wchar_t *fmt, const struct tm *tm)
{
	char *bytes = narrow(fmt), *text = malloc(size);
	size_t n = bytes && text && size ? strftime(text, size, bytes, tm) : 0;
	for (size_t i = 0; n && i <= n; i++)
		out[i] = text[i];
	free(bytes);
	free(text);
	return n;
}
