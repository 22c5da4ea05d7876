/* Names for temporary files: counted, not random, so that runs repeat. */
#include <rift/file.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>
#include <sys/stat.h>

static unsigned counter;

/* Replaces the XXXXXX before the last suffix characters. */
static int fill(char *template, int suffix)
{
	size_t n = strlen(template);
	if (n < 6 + (size_t)suffix || memcmp(template + n - suffix - 6, "XXXXXX", 6)) {
		errno = EINVAL;
		return -1;
	}
	unsigned v = ++counter;
	for (char *p = template + n - suffix - 1, *stop = p - 6; p != stop; p--, v /= 26)
		*p = 'a' + v % 26;
	return 0;
}

int mkostemps(char *template, int suffix, int flags)
{
	char saved[6];
	size_t n = strlen(template);
	if (n >= 6 + (size_t)suffix)
		memcpy(saved, template + n - suffix - 6, 6);
	while (fill(template, suffix) == 0) {
		int fd = __libc_open(template, (flags & ~O_ACCMODE) | O_RDWR | O_CREAT | O_EXCL, 0600);
		if (fd >= 0 || errno != EEXIST)
			return fd;
		memcpy(template + n - suffix - 6, saved, 6);
	}
	return -1;
}

int mkstemps(char *template, int suffix)
{
	return mkostemps(template, suffix, 0);
}

int mkostemp(char *template, int flags)
{
	return mkostemps(template, 0, flags);
}

int mkstemp(char *template)
{
	return mkostemps(template, 0, 0);
}

char *mktemp(char *template)
{
	if (fill(template, 0) < 0)
		*template = 0;
	return template;
}

char *mkdtemp(char *template)
{
	return fill(template, 0) < 0 || mkdir(template, 0700) < 0 ? 0 : template;
}

FILE *tmpfile(void)
{
	char name[] = "/tmp/tmpfXXXXXX";
	int fd = mkstemp(name);
	if (fd < 0)
		return 0;
	__libc_remove(name, 0);
	return fdopen(fd, "w+");
}

char *tmpnam(char *s)
{
	static char own[L_tmpnam];
	char *to = s ? s : own;
	strcpy(to, "/tmp/fileXXXXXX");
	return mktemp(to);
}

char *tempnam(const char *dir, const char *prefix)
{
	char name[4096];
	snprintf(name, sizeof name, "%s/%.5sXXXXXX", dir ? dir : "/tmp", prefix ? prefix : "file");
	return strdup(mktemp(name));
}
