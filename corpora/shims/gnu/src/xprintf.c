#include <config.h>
#include "xprintf.h"
#include <errno.h>
#include <error.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "exitfail.h"
#include "xalloc.h"
#include "xvasprintf.h"

int xvfprintf(FILE *f, char const *format, va_list list)
{
	int n = vfprintf(f, format, list);
	if (n < 0 && !ferror(f))
		error(exit_failure, errno, "cannot perform formatted output");
	return n;
}

int xvprintf(char const *format, va_list list)
{
	return xvfprintf(stdout, format, list);
}

int xprintf(char const *format, ...)
{
	va_list list;
	va_start(list, format);
	int n = xvprintf(format, list);
	va_end(list);
	return n;
}

int xfprintf(FILE *f, char const *format, ...)
{
	va_list list;
	va_start(list, format);
	int n = xvfprintf(f, format, list);
	va_end(list);
	return n;
}

char *xvasprintf(char const *format, va_list list)
{
	char *text;
	if (vasprintf(&text, format, list) < 0)
		xalloc_die();
	return text;
}

char *xasprintf(char const *format, ...)
{
	va_list list;
	va_start(list, format);
	char *text = xvasprintf(format, list);
	va_end(list);
	return text;
}
