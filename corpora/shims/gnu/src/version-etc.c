/* The text of --version. */
#include <config.h>
#include "version-etc.h"
#include "propername.h"

char const version_etc_copyright[] = "Copyright %s %d";

void version_etc_arn(FILE *f, char const *command, char const *package, char const *version, char const *const *authors, size_t n)
{
	if (command)
		fprintf(f, "%s (%s) %s\n", command, package, version);
	else
		fprintf(f, "%s %s\n", package, version);
	for (size_t i = 0; i < n; i++) {
		char const *before = i == 0 ? "\nWritten by " : i + 1 < n ? ", " : n == 2 ? " and " : ", and ";
		fprintf(f, "%s%s", before, authors[i]);
	}
	if (n)
		fputs(".\n", f);
}

void version_etc_ar(FILE *f, char const *command, char const *package, char const *version, char const *const *authors)
{
	size_t n = 0;
	while (authors[n])
		n++;
	version_etc_arn(f, command, package, version, authors, n);
}

void version_etc_va(FILE *f, char const *command, char const *package, char const *version, va_list list)
{
	char const *authors[16];
	size_t n = 0;
	while (n < 16 && (authors[n] = va_arg(list, char const *)))
		n++;
	version_etc_arn(f, command, package, version, authors, n);
}

void version_etc(FILE *f, char const *command, char const *package, char const *version, ...)
{
	va_list list;
	va_start(list, version);
	version_etc_va(f, command, package, version, list);
	va_end(list);
}

char const *proper_name(char const *name)
{
	return name;
}

char const *proper_name_lite(char const *ascii, char const *utf8)
{
	(void)utf8;
	return ascii;
}

char const *proper_name_utf8(char const *ascii, char const *utf8)
{
	return ascii;
}
