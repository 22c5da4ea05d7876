/* --help and --version for programs without other options. */
#include <config.h>
#include "long-options.h"
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "version-etc.h"

static struct option const standard[] = {
	{"help", no_argument, NULL, 'h'},
	{"version", no_argument, NULL, 'v'},
	{NULL, 0, NULL, 0},
};

static void look(int c, char const *command, char const *package, char const *version, void (*usage)(int), int bad, va_list authors)
{
	switch (c) {
	case -1:
		break;
	case 'h':
		usage(EXIT_SUCCESS);
		break;
	case 'v':
		version_etc_va(stdout, command, package, version, authors);
		exit(EXIT_SUCCESS);
	default:
		if (bad)
			usage(bad);
	}
}

/* Takes the one argument, if it is the only one; nothing is reported. */
void parse_long_options(int argc, char **argv, char const *command, char const *package, char const *version,
                        void (*usage)(int), ...)
{
	int saved = opterr;
	opterr = 0;
	if (argc == 2) {
		va_list authors;
		va_start(authors, usage);
		look(getopt_long(argc, argv, "+", standard, NULL), command, package, version, usage, 0, authors);
		va_end(authors);
	}
	opterr = saved;
	optind = 0;
}

void parse_gnu_standard_options_only(int argc, char **argv, char const *command, char const *package, char const *version,
                                     _Bool scan_all, void (*usage)(int), ...)
{
	int saved = opterr;
	opterr = 1;
	va_list authors;
	va_start(authors, usage);
	look(getopt_long(argc, argv, scan_all ? "" : "+", standard, NULL), command, package, version, usage, EXIT_FAILURE, authors);
	va_end(authors);
	opterr = saved;
}
