#include <rift/file.h>
#include <stdio.h>
#include <errno.h>

void perror(const char *s)
{
	int named = s && *s;
	__libc_fprintf(stderr, "%s%s%s\n", named ? s : "", named ? ": " : "", __libc_strerror(errno));
}
