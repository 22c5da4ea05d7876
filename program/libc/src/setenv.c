/* Changing the environment. The array is copied once, so that it can grow. */
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <rift/intrinsics.h>

extern char **environ;
void __libc_environ_init(void);

static char **own;     /* our copy of the array */
static size_t room;    /* entries it has room for, besides the null */

static size_t count(void)
{
	size_t n = 0;
	__libc_environ_init();
	while (environ[n])
		n++;
	return n;
}

/* Stores entry, replacing the one of the same name of len characters. */
static void put(char *entry, size_t len)
{
	size_t n = count();
	for (size_t i = 0; i < n; i++)
		if (!strncmp(environ[i], entry, len) && environ[i][len] == '=') {
			environ[i] = entry;
			return;
		}
	if (environ != own || n >= room) {
		char **grown = __rift_alloc((2 * n + 9) * sizeof *grown);
		__rift_copy(grown, environ, n * sizeof *grown);
		if (environ == own)
			__rift_free(own);
		environ = own = grown;
		room = 2 * n + 8;
	}
	environ[n] = entry;
	environ[n + 1] = 0;
}

int unsetenv(const char *name)
{
	size_t len = name ? strlen(name) : 0;
	if (!len || strchr(name, '=')) {
		errno = EINVAL;
		return -1;
	}
	count();
	char **to = environ;
	for (char **e = environ; *e; e++)
		if (strncmp(*e, name, len) || (*e)[len] != '=')
			*to++ = *e;
	*to = 0;
	return 0;
}

int setenv(const char *name, const char *value, int overwrite)
{
	size_t len = name ? strlen(name) : 0;
	if (!len || strchr(name, '=')) {
		errno = EINVAL;
		return -1;
	}
	if (!overwrite && getenv(name))
		return 0;
	size_t n = strlen(value);
	char *entry = __rift_alloc(len + n + 2);
	__rift_copy(entry, name, len);
	entry[len] = '=';
	__rift_copy(entry + len + 1, value, n + 1);
	put(entry, len);
	return 0;
}

int putenv(char *entry)
{
	char *eq = strchr(entry, '=');
	if (!eq)
		return unsetenv(entry);
	put(entry, eq - entry);
	return 0;
}

int clearenv(void)
{
	count();
	environ[0] = 0;
	return 0;
}
