/* Signals by their names, without SIG. */
#pragma once
#include <signal.h>
#define SIG2STR_MAX 16
#define SIGNUM_BOUND (NSIG - 1)
int sig2str(int, char *);
int str2sig(char const *, int *);
