/* Names that programs compiled with the system's own headers refer to. */
#include <ctype.h>
#include <rift/file.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __isoc99_scanf(const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = vscanf(fmt, ap);
	va_end(ap);
	return n;
}

int __isoc99_fscanf(FILE *f, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = vfscanf(f, fmt, ap);
	va_end(ap);
	return n;
}

int __isoc99_sscanf(const char *s, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = vsscanf(s, fmt, ap);
	va_end(ap);
	return n;
}

int __isoc99_vscanf(const char *fmt, va_list ap)
{
	return vscanf(fmt, ap);
}

int __isoc99_vfscanf(FILE *f, const char *fmt, va_list ap)
{
	return vfscanf(f, fmt, ap);
}

int __isoc99_vsscanf(const char *s, const char *fmt, va_list ap)
{
	return vsscanf(s, fmt, ap);
}

long __isoc23_strtol(const char *s, char **end, int base)
{
	return strtol(s, end, base);
}

unsigned long __isoc23_strtoul(const char *s, char **end, int base)
{
	return strtoul(s, end, base);
}

long long __isoc23_strtoll(const char *s, char **end, int base)
{
	return strtol(s, end, base);
}

unsigned long long __isoc23_strtoull(const char *s, char **end, int base)
{
	return strtoul(s, end, base);
}

size_t __ctype_get_mb_cur_max(void)
{
	return 1;
}

int __libc_current_sigrtmin(void)
{
	return SIGRTMIN;
}

int __libc_current_sigrtmax(void)
{
	return SIGRTMAX;
}
