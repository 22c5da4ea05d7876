/* Reading and writing that signals do not disturb, and what goes with it. */
#include <config.h>
#include <errno.h>
#include <error.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "exitfail.h"
#include "full-read.h"
#include "full-write.h"
#include "isapipe.h"
#include "posixver.h"
#include "quote.h"
#include "safe-read.h"
#include "safe-write.h"
#include "timespec.h"
#include "xfreopen.h"
#include "xnanosleep.h"
#include "yesno.h"

size_t safe_read(int fd, void *buf, size_t n)
{
	for (;;) {
		ssize_t got = read(fd, buf, n);
		if (got >= 0 || errno != EINTR)
			return got;
	}
}

size_t safe_write(int fd, void const *buf, size_t n)
{
	for (;;) {
		ssize_t put = write(fd, buf, n);
		if (put >= 0 || errno != EINTR)
			return put;
	}
}

size_t full_write(int fd, void const *buf, size_t n)
{
	size_t total = 0;
	while (total < n) {
		size_t put = safe_write(fd, (char const *)buf + total, n - total);
		if (put == SAFE_WRITE_ERROR)
			break;
		if (put == 0) {
			errno = ENOSPC;
			break;
		}
		total += put;
	}
	return total;
}

size_t full_read(int fd, void *buf, size_t n)
{
	size_t total = 0;
	while (total < n) {
		size_t got = safe_read(fd, (char *)buf + total, n - total);
		if (got == SAFE_READ_ERROR || got == 0) {
			if (got == 0)
				errno = 0;
			break;
		}
		total += got;
	}
	return total;
}

int isapipe(int fd)
{
	struct stat st;
	if (fstat(fd, &st) != 0)
		return -1;
	return S_ISFIFO(st.st_mode) && st.st_nlink <= 1;
}

int posix2_version(void)
{
	char const *text = getenv("_POSIX2_VERSION");
	char *end;
	if (text && *text) {
		long n = strtol(text, &end, 10);
		if (!*end)
			return n;
	}
	return DEFAULT_POSIX2_VERSION;
}

void xfreopen(char const *name, char const *mode, FILE *f)
{
	if (!freopen(name, mode, f)) {
		char const *shown = name ? name : f == stdin ? "stdin" : f == stdout ? "stdout" : f == stderr ? "stderr" : "unknown stream";
		error(exit_failure, errno, "failed to reopen %s with mode %s", quote_n(0, shown), quote_n(1, mode));
	}
}

struct timespec dtotimespec(double s)
{
	time_t whole = s;
	long ns = (s - whole) * 1e9;
	if (s > 1e18)
		return (struct timespec){(time_t)1e18, 0};
	if (ns < 0) {
		whole--;
		ns += 1000000000;
	}
	return (struct timespec){whole, ns};
}

void gettime(struct timespec *t)
{
	clock_gettime(CLOCK_REALTIME, t);
}

int settime(struct timespec const *t)
{
	errno = EPERM;
	return -1;
}

int xnanosleep(double s)
{
	struct timespec left = dtotimespec(s);
	for (;;) {
		errno = 0;
		if (nanosleep(&left, &left) == 0)
			return 0;
		if (errno != EINTR && errno != 0)
			return -1;
	}
}

bool yesno(void)
{
	int first = getchar(), c = first;
	while (c != '\n' && c != EOF)
		c = getchar();
	return first == 'y' || first == 'Y';
}
