/* getopt and getopt_long over many command lines. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int flag;
static const struct option longs[] = {
	{"verbose", no_argument, &flag, 7}, {"output", required_argument, NULL, 'o'}, {"optional", optional_argument, NULL, 'O'},
	{"version", no_argument, NULL, 'V'}, {"out-dir", required_argument, NULL, 'd'}, {NULL, 0, NULL, 0},
};

static void run(const char *opts, int kind, const char *line)
{
	char copy[256], *argv[32], *at = copy;
	int argc = 0;
	strcpy(copy, line);
	argv[argc++] = "prog";
	for (char *t = strtok(at, " "); t; t = strtok(NULL, " "))
		argv[argc++] = t;
	argv[argc] = NULL;
	optind = 0;
	flag = 0;
	printf("%s | %s:", opts, line);
	fflush(stdout);
	for (;;) {
		int index = -1;
		int c = kind == 0 ? getopt(argc, argv, opts) : kind == 1 ? getopt_long(argc, argv, opts, longs, &index) : getopt_long_only(argc, argv, opts, longs, &index);
		if (c == -1)
			break;
		if (c > ' ')
			printf(" %c", c);
		else
			printf(" %d", c);
		printf("(%s,%d,%d", optarg ? optarg : "-", optind, index);
		if (c == '?' || c == ':')
			printf(",opt=%d", optopt);
		printf(")");
	}
	printf(" flag=%d rest=%d:", flag, optind);
	for (int i = 1; i < argc; i++)
		printf(" %s", argv[i]);
	puts("");
}

int main(void)
{
	static const char *opts[] = {"ab:c::", "+ab:c::", "-ab:c::", ":ab:c::", "abo:O::Vd:"};
	static const char *lines[] = {"", "-a", "-abval", "-b val x", "-ab", "-b", "x -a y -b z w", "-c -cval x", "-a -- -b", "x -- -a", "-x -a", "-", "-a - -b q", "-ax", "--",
	                              "x y z", "x -a -- y -b", "-aaa -b1 -b 2 foo -c3 bar"};
	for (int i = 0; i < 5; i++)
		for (unsigned j = 0; j < sizeof lines / sizeof *lines; j++)
			run(opts[i], 0, lines[j]);
	static const char *long_lines[] = {"--verbose", "--verb", "--ver", "--v", "--output=x", "--output x y", "--output", "--out x", "--out-dir=q", "--optional", "--optional=5", "--opt 5", "--verbose=1",
	                                   "--nothing", "--nothing=5 x", "a --version b -o c d", "-a --output", "-V --ou=3", "--=x", "x --verbose -- --version", "-verbose", "-output=z", "-o z", "-out-dir q", "-V", "-q"};
	for (int kind = 1; kind < 3; kind++)
		for (int i = 0; i < 5; i++)
			for (unsigned j = 0; j < sizeof long_lines / sizeof *long_lines; j++)
				run(opts[i], kind, long_lines[j]);
	return 0;
}
