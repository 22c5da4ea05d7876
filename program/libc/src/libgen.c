#include <libgen.h>
#include <string.h>

char *dirname(char *path)
{
	size_t n = path ? strlen(path) : 0;
	while (n > 1 && path[n - 1] == '/')
		n--;
	while (n && path[n - 1] != '/')
		n--;
	while (n > 1 && path[n - 1] == '/' && !(n == 2 && *path == '/'))
		n--;
	if (!n)
		return ".";
	path[n] = 0;
	return path;
}

/* The POSIX variant: cuts off trailing slashes. */
char *__xpg_basename(char *path)
{
	size_t n = path ? strlen(path) : 0;
	if (!n)
		return ".";
	while (n > 1 && path[n - 1] == '/')
		path[--n] = 0;
	char *slash = strrchr(path, '/');
	return slash && slash[1] ? slash + 1 : path;
}
