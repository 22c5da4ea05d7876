/* Parts of file names. */
#include <config.h>
#include "dirname.h"
#include <stdlib.h>
#include <string.h>
#include "xalloc.h"
#include "xstrndup.h"

char *last_component(char const *name)
{
	while (ISSLASH(*name))
		name++;
	char const *last = name;
	bool slash = false;
	for (char const *p = name; *p; p++) {
		if (ISSLASH(*p))
			slash = true;
		else if (slash) {
			last = p;
			slash = false;
		}
	}
	return (char *)last;
}

/* Without slashes at the end; a name that is all slashes keeps one. */
size_t base_len(char const *name)
{
	size_t n = strlen(name);
	while (n > 1 && ISSLASH(name[n - 1]))
		n--;
	return n;
}

char *base_name(char const *name)
{
	char const *base = last_component(name);
	if (!*base)
		return xstrndup(name, base_len(name));
	size_t n = base_len(base);
	if (ISSLASH(base[n]))
		n++;
	return xstrndup(base, n);
}

size_t dir_len(char const *name)
{
	size_t least = ISSLASH(name[0]), n = last_component(name) - name;
	while (n > least && ISSLASH(name[n - 1]))
		n--;
	return n;
}

char *mdir_name(char const *name)
{
	size_t n = dir_len(name);
	char *copy = malloc(n + 2);
	if (!copy)
		return NULL;
	memcpy(copy, name, n);
	if (n == 0)
		copy[n++] = '.';
	copy[n] = '\0';
	return copy;
}

char *dir_name(char const *name)
{
	char *copy = mdir_name(name);
	if (!copy)
		xalloc_die();
	return copy;
}

/* Removes slashes at the end; tells whether there were any. */
bool strip_trailing_slashes(char *name)
{
	char *base = last_component(name);
	if (!*base)
		base = name;
	char *end = base + base_len(base);
	bool had = *end != '\0';
	*end = '\0';
	return had;
}
