#ifndef _GETOPT_H
#define _GETOPT_H
#define __getopt_argv_const const
#define no_argument 0
#define required_argument 1
#define optional_argument 2
struct option {
	const char *name;
	int has_arg;
	int *flag;
	int val;
};
extern char *optarg;
extern int optind, opterr, optopt;
int getopt(int, char *const[], const char *);
int getopt_long(int, char *const[], const char *, const struct option *, int *);
int getopt_long_only(int, char *const[], const char *, const struct option *, int *);
#endif
