/* Options, with glibc's order of processing: skipped operands are moved behind
   the options lazily, so that argv[optind] is always what follows. */
#include <getopt.h>
#include <string.h>
#include <rift/file.h>

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

static char *rest;      /* unread part of a cluster of short options */
static int first, last; /* operands skipped so far: argv[first..last) */
static enum { PERMUTE, IN_ORDER, STOP } order;

/* Moves the skipped operands behind the options that followed them. */
static void exchange(char **argv)
{
	int moved = optind - last;
	for (int i = 0; i < moved; i++) {
		char *option = argv[last + i];
		for (int j = last + i; j > first + i; j--)
			argv[j] = argv[j - 1];
		argv[first + i] = option;
	}
	first += moved;
	last = optind;
}

static int is_operand(const char *s)
{
	return s[0] != '-' || !s[1];
}

static const char *begin(const char *opts)
{
	static int begun;
	if (optind == 0 || !begun) {
		begun = 1;
		if (optind == 0)
			optind = 1;
		first = last = optind;
		rest = 0;
		order = *opts == '-' ? IN_ORDER : *opts == '+' || __libc_getenv("POSIXLY_CORRECT") ? STOP : PERMUTE;
	}
	return *opts == '-' || *opts == '+' ? opts + 1 : opts;
}

/* Goes to the next option: 0 if argv[optind] is one, else what to return. */
static int advance(int argc, char **argv)
{
	if (last > optind)
		last = optind;
	if (first > optind)
		first = optind;
	if (order == PERMUTE) {
		if (first != last && last != optind)
			exchange(argv);
		else if (last != optind)
			first = optind;
		while (optind < argc && is_operand(argv[optind]))
			optind++;
		last = optind;
	}
	if (optind < argc && !strcmp(argv[optind], "--")) {
		optind++;
		if (first != last && last != optind)
			exchange(argv);
		else if (first == last)
			first = optind;
		last = optind = argc;
	}
	if (optind >= argc) {
		if (first != last)
			optind = first;
		return -1;
	}
	if (is_operand(argv[optind])) {
		if (order == STOP)
			return -1;
		optarg = argv[optind++];
		return 1;
	}
	return 0;
}

static int same(const struct option *a, const struct option *b)
{
	return a->has_arg == b->has_arg && a->flag == b->flag && a->val == b->val;
}

/* Finds the long option that name, of n characters, means; *ambiguous tells
   why there is none. */
static const struct option *find(const struct option *longs, const char *name, size_t n, int exact_kind, int *ambiguous)
{
	const struct option *found = 0;
	*ambiguous = 0;
	for (const struct option *o = longs; o->name; o++) {
		if (strncmp(o->name, name, n))
			continue;
		if (!o->name[n]) {
			*ambiguous = 0;
			return o;
		}
		if (!found)
			found = o;
		else if (exact_kind || !same(found, o))
			*ambiguous = 1;
	}
	return *ambiguous ? 0 : found;
}

static void list_ambiguous(char **argv, const struct option *longs, const char *prefix, const char *name, size_t n)
{
	__libc_fprintf(&__libc_stderr, "%s: option '%s%s' is ambiguous; possibilities:", argv[0], prefix, name);
	for (const struct option *o = longs; o->name; o++)
		if (!strncmp(o->name, name, n))
			__libc_fprintf(&__libc_stderr, " '%s%s'", prefix, o->name);
	__libc_fprintf(&__libc_stderr, "\n");
}

/* Handles the long option at rest. Returns -1 if it is to be tried as a
   cluster of short ones. */
static int long_option(int argc, char **argv, const char *opts, const struct option *longs, int *index,
                       int only, const char *prefix)
{
	int ambiguous, report = opterr && *opts != ':';
	size_t n = strcspn(rest, "=");
	const struct option *o = find(longs, rest, n, only, &ambiguous);
	if (ambiguous) {
		if (report)
			list_ambiguous(argv, longs, prefix, rest, n);
		rest = 0;
		optind++;
		optopt = 0;
		return '?';
	}
	if (!o) {
		if (only && argv[optind][1] != '-' && strchr(opts, *rest))
			return -1;
		if (report)
			__libc_fprintf(&__libc_stderr, "%s: unrecognized option '%s%s'\n", argv[0], prefix, rest);
		rest = 0;
		optind++;
		optopt = 0;
		return '?';
	}
	char *value = rest[n] ? rest + n + 1 : 0;
	optind++;
	rest = 0;
	if (value && o->has_arg == no_argument) {
		if (report)
			__libc_fprintf(&__libc_stderr, "%s: option '%s%s' doesn't allow an argument\n", argv[0], prefix, o->name);
		optopt = o->val;
		return '?';
	}
	if (!value && o->has_arg == required_argument) {
		if (optind >= argc) {
			if (report)
				__libc_fprintf(&__libc_stderr, "%s: option '%s%s' requires an argument\n", argv[0], prefix, o->name);
			optopt = o->val;
			return *opts == ':' ? ':' : '?';
		}
		value = argv[optind++];
	}
	optarg = value;
	if (index)
		*index = (int)(o - longs);
	if (!o->flag)
		return o->val;
	*o->flag = o->val;
	return 0;
}

static int short_option(int argc, char **argv, const char *opts)
{
	int c = (unsigned char)*rest++, report = opterr && *opts != ':';
	const char *spec = c == ':' || c == ';' ? 0 : strchr(opts, c);
	if (!*rest)
		optind++;
	if (!spec) {
		if (report)
			__libc_fprintf(&__libc_stderr, "%s: invalid option -- '%c'\n", argv[0], c);
		optopt = c;
		return '?';
	}
	if (spec[1] != ':')
		return c;
	if (*rest) {
		optarg = rest;
		optind++;
	} else if (spec[2] == ':')
		optarg = 0;
	else if (optind >= argc) {
		if (report)
			__libc_fprintf(&__libc_stderr, "%s: option requires an argument -- '%c'\n", argv[0], c);
		optopt = c;
		c = *opts == ':' ? ':' : '?';
	} else
		optarg = argv[optind++];
	rest = 0;
	return c;
}

static int next(int argc, char **argv, const char *opts, const struct option *longs, int *index, int only)
{
	if (argc < 1)
		return -1;
	optarg = 0;
	opts = begin(opts);
	if (!rest || !*rest) {
		int c = advance(argc, argv);
		if (c)
			return c;
		char *arg = argv[optind];
		if (longs && arg[1] == '-') {
			rest = arg + 2;
			return long_option(argc, argv, opts, longs, index, only, "--");
		}
		rest = arg + 1;
		if (longs && only && (arg[2] || !strchr(opts, arg[1]))) {
			c = long_option(argc, argv, opts, longs, index, only, "-");
			if (c != -1)
				return c;
		}
	}
	return short_option(argc, argv, opts);
}

int getopt(int argc, char *const argv[], const char *opts)
{
	return next(argc, (char **)argv, opts, 0, 0, 0);
}

int getopt_long(int argc, char *const argv[], const char *opts, const struct option *longs, int *index)
{
	return next(argc, (char **)argv, opts, longs, index, 0);
}

int getopt_long_only(int argc, char *const argv[], const char *opts, const struct option *longs, int *index)
{
	return next(argc, (char **)argv, opts, longs, index, 1);
}

int __posix_getopt(int argc, char *const argv[], const char *opts)
{
	return next(argc, (char **)argv, opts, 0, 0, 0);
}
