/* The BSD and GNU ways to complain. */
#include <err.h>
#include <errno.h>
#include <error.h>
#include <rift/format.h>
#include <stdio.h>

void (*error_print_progname)(void);
unsigned int error_message_count;
int error_one_per_line;

static void complain(int err, const char *fmt, va_list ap)
{
	__libc_fprintf(stderr, "%s: ", __libc_progname(1));
	if (fmt) {
		__libc_vfprintf(stderr, fmt, ap);
		if (err >= 0)
			__libc_fprintf(stderr, ": ");
	}
	__libc_fprintf(stderr, err >= 0 ? "%s\n" : "\n", err >= 0 ? __libc_strerror(err) : "");
}

void vwarn(const char *fmt, va_list ap)
{
	complain(errno, fmt, ap);
}

void vwarnx(const char *fmt, va_list ap)
{
	complain(-1, fmt, ap);
}

void warn(const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	complain(errno, fmt, ap);
	va_end(ap);
}

void warnx(const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	complain(-1, fmt, ap);
	va_end(ap);
}

void verr(int status, const char *fmt, va_list ap)
{
	complain(errno, fmt, ap);
	__libc_exit(status);
}

void verrx(int status, const char *fmt, va_list ap)
{
	complain(-1, fmt, ap);
	__libc_exit(status);
}

void err(int status, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	complain(errno, fmt, ap);
	va_end(ap);
	__libc_exit(status);
}

void errx(int status, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	complain(-1, fmt, ap);
	va_end(ap);
	__libc_exit(status);
}

static void message(int status, int err, const char *file, unsigned int line, const char *fmt, va_list ap)
{
	fflush(stdout);
	if (error_print_progname)
		error_print_progname();
	else
		__libc_fprintf(stderr, file ? "%s:" : "%s: ", __libc_progname(0));
	if (file)
		__libc_fprintf(stderr, "%s:%u: ", file, line);
	__libc_vfprintf(stderr, fmt, ap);
	error_message_count++;
	if (err)
		__libc_fprintf(stderr, ": %s", __libc_strerror(err));
	__libc_fprintf(stderr, "\n");
	if (status)
		__libc_exit(status);
}

void error(int status, int err, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	message(status, err, 0, 0, fmt, ap);
	va_end(ap);
}

void error_at_line(int status, int err, const char *file, unsigned int line, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	message(status, err, file, line, fmt, ap);
	va_end(ap);
}
