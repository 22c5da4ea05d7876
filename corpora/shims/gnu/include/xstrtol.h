/* Numbers with a unit behind them. */
#pragma once
#include <getopt.h>
#include <inttypes.h>

enum strtol_error {
	LONGINT_OK = 0,
	LONGINT_OVERFLOW = 1,
	LONGINT_INVALID_SUFFIX_CHAR = 2,
	LONGINT_INVALID_SUFFIX_CHAR_WITH_OVERFLOW = LONGINT_INVALID_SUFFIX_CHAR | LONGINT_OVERFLOW,
	LONGINT_INVALID = 4
};
typedef enum strtol_error strtol_error;

strtol_error xstrtol(char const *, char **, int, long int *, char const *);
strtol_error xstrtoul(char const *, char **, int, unsigned long int *, char const *);
strtol_error xstrtoll(char const *, char **, int, long long int *, char const *);
strtol_error xstrtoull(char const *, char **, int, unsigned long long int *, char const *);
strtol_error xstrtoimax(char const *, char **, int, intmax_t *, char const *);
strtol_error xstrtoumax(char const *, char **, int, uintmax_t *, char const *);

void xstrtol_complain(int status, char const *text, char const *what, strtol_error);
#define STRTOL_FAIL_FATAL_STATUS exit_failure
#define STRTOL_FATAL_ERROR(text, what, err) xstrtol_complain(2, text, what, err)
#define STRTOL_FAIL_WARN(text, what, err) xstrtol_complain(0, text, what, err)
void xstrtol_fatal(strtol_error, int opt_idx, char c, struct option const *, char const *text) __attribute__((__noreturn__));
