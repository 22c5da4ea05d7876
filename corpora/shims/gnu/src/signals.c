/* Signals by their names, without SIG. */
#include <config.h>
#include "sig2str.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
	int number;
	char const *name;
} const names[] = {
	{0, "EXIT"},	      {SIGHUP, "HUP"},	    {SIGINT, "INT"},   {SIGQUIT, "QUIT"},     {SIGILL, "ILL"},	 {SIGTRAP, "TRAP"},
	{SIGABRT, "ABRT"},    {SIGBUS, "BUS"},	    {SIGFPE, "FPE"},   {SIGKILL, "KILL"},     {SIGUSR1, "USR1"}, {SIGSEGV, "SEGV"},
	{SIGUSR2, "USR2"},    {SIGPIPE, "PIPE"},    {SIGALRM, "ALRM"}, {SIGTERM, "TERM"},     {SIGCHLD, "CHLD"}, {SIGCONT, "CONT"},
	{SIGSTOP, "STOP"},    {SIGTSTP, "TSTP"},    {SIGTTIN, "TTIN"}, {SIGTTOU, "TTOU"},     {SIGURG, "URG"},	 {SIGXCPU, "XCPU"},
	{SIGXFSZ, "XFSZ"},    {SIGVTALRM, "VTALRM"}, {SIGPROF, "PROF"}, {SIGWINCH, "WINCH"}, {SIGSYS, "SYS"},
};

int sig2str(int number, char *text)
{
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (names[i].number == number) {
			strcpy(text, names[i].name);
			return 0;
		}
	return -1;
}

int str2sig(char const *text, int *number)
{
	if (isdigit((unsigned char)*text)) {
		char *end;
		long int n = strtol(text, &end, 10);
		*number = n;
		return *end || n >= NSIG ? -1 : 0;
	}
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(names[i].name, text)) {
			*number = names[i].number;
			return 0;
		}
	return -1;
}
