/* setjmp, signals, environment, exit handlers, locale, wide characters. */
#include <ctype.h>
#include <err.h>
#include <errno.h>
#include <error.h>
#include <limits.h>
#include <locale.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

static jmp_buf env;
static volatile int hits;

static void jumper(int n)
{
	if (n == 0)
		longjmp(env, 5);
	jumper(n - 1);
}

static void handler(int sig)
{
	hits += sig;
}

static void info(int sig, siginfo_t *si, void *ctx)
{
	printf("info %d %d\n", sig, si->si_signo);
}

static void first(void)
{
	printf("first registered\n");
}

static void second(void)
{
	printf("second registered\n");
	fflush(stdout);
}

static void status(int code, void *arg)
{
	printf("on_exit %d %s\n", code, (char *)arg);
}

int main(int argc, char **argv, char **envp)
{
	int r = setjmp(env);
	if (r == 0)
		jumper(10);
	printf("setjmp %d\n", r);
	signal(SIGUSR1, handler);
	raise(SIGUSR1);
	raise(SIGUSR1);
	printf("hits %d\n", hits);
	struct sigaction act, old;
	memset(&act, 0, sizeof act);
	act.sa_sigaction = info;
	act.sa_flags = SA_SIGINFO;
	sigaction(SIGUSR2, &act, &old);
	printf("%d\n", old.sa_handler == SIG_DFL);
	kill(getpid(), SIGUSR2);
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, NULL);
	raise(SIGUSR1);
	printf("blocked %d\n", hits);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	printf("released %d\n", hits);
	signal(SIGTERM, SIG_IGN);
	printf("%d %d\n", raise(SIGTERM), raise(1000));
	printf("%s %d %s\n", getenv("RIFT_A"), getenv("RIFT_NONE") == NULL, getenv("RIFT_B"));
	setenv("RIFT_NEW", "new", 0);
	setenv("RIFT_NEW", "ignored", 0);
	printf("%s ", getenv("RIFT_NEW"));
	setenv("RIFT_NEW", "replaced", 1);
	printf("%s ", getenv("RIFT_NEW"));
	putenv("RIFT_PUT=put");
	printf("%s ", getenv("RIFT_PUT"));
	unsetenv("RIFT_NEW");
	printf("%d %d\n", getenv("RIFT_NEW") == NULL, setenv("a=b", "c", 1));
	printf("%d %s %d\n", argc, argv[1], envp[0] != NULL);
	printf("%s %s\n", setlocale(LC_ALL, ""), setlocale(LC_ALL, "xx_YY") ? "?" : "null");
	struct lconv *lc = localeconv();
	printf("[%s][%s]%d\n", lc->decimal_point, lc->thousands_sep, lc->frac_digits == CHAR_MAX);
	wchar_t w[32];
	printf("%zu ", mbstowcs(w, "plain", 32));
	printf("%d %zu %d\n", w[4] == L'n', wcslen(w), mblen("x", 1));
	errno = 0;
	printf("%d %d\n", (int)mbstowcs(w, "\xc3\xa9", 32), errno == EILSEQ);
	printf("%d %d %d %d\n", wcscmp(L"abc", L"abd"), (int)(wcschr(L"find", L'n') != NULL), iswalpha(L'x') != 0, towupper(L'q'));
	wcscpy(w, L"wide");
	wcscat(w, L" string");
	printf("%ls %d\n", w, wcsncmp(w, L"wider", 4));
	swprintf(w, 32, L"%d-%s-%ls", 5, "x", L"y");
	printf("%ls\n", w);
	wchar_t tok[] = L"a b c", *save;
	for (wchar_t *t = wcstok(tok, L" ", &save); t; t = wcstok(NULL, L" ", &save))
		printf("<%ls>", t);
	puts("");
	fflush(stdout);
	errno = EACCES;
	warn("warned %d", 1);
	warnx("no errno");
	error(0, ENOENT, "error %s", "text");
	error_at_line(0, 0, "file.c", 12, "at line");
	atexit(first);
	atexit(second);
	on_exit(status, "arg");
	exit(300);
}
