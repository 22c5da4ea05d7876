/* Names of files, users, and their order. */
#include <config.h>
#include <ctype.h>
#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "areadlink.h"
#include "dirname.h"
#include "filenamecat.h"
#include "filevercmp.h"
#include "idcache.h"
#include "xalloc.h"

char *areadlinkat_with_size(int fd, char const *name, size_t size)
{
	for (size_t room = size + 1;; room *= 2) {
		char *text = malloc(room);
		if (!text)
			return NULL;
		ssize_t n = readlinkat(fd, name, text, room);
		if (n < 0) {
			free(text);
			return NULL;
		}
		if ((size_t)n < room) {
			text[n] = '\0';
			return text;
		}
		free(text);
	}
}

char *areadlink_with_size(char const *name, size_t size)
{
	return areadlinkat_with_size(-100, name, size);
}

char *areadlink(char const *name)
{
	return areadlink_with_size(name, 127);
}

char *areadlinkat(int fd, char const *name)
{
	return areadlinkat_with_size(fd, name, 127);
}

/* DIR/BASE with just one slash between; BASE loses slashes at its start. */
char *mfile_name_concat(char const *dir, char const *base, char **in_result)
{
	size_t n = base_len(last_component(dir)) + (last_component(dir) - dir);
	char *result = malloc(n + strlen(base) + 3), *p = result;
	if (!result)
		return NULL;
	memcpy(p, dir, n);
	p += n;
	if (n && !ISSLASH(p[-1]) && !ISSLASH(*base))
		*p++ = '/';
	while (n && ISSLASH(p[-1]) && ISSLASH(*base))
		base++;
	if (in_result)
		*in_result = p;
	strcpy(p, base);
	return result;
}

char *file_name_concat(char const *dir, char const *base, char **in_result)
{
	char *result = mfile_name_concat(dir, base, in_result);
	if (!result)
		xalloc_die();
	return result;
}

/* Where suffixes such as ".tar.gz" begin: a run of (.letter alnum*) or "~". */
static size_t prefix_len(char const *s)
{
	size_t n = strlen(s), start = n;
	for (size_t i = 0; i < n;) {
		if (s[i] == '.' && (isalpha((unsigned char)s[i + 1]) || s[i + 1] == '~')) {
			if (start == n)
				start = i;
			i += 2;
			while (i < n && (isalnum((unsigned char)s[i]) || s[i] == '~'))
				i++;
		} else {
			start = n;
			i++;
		}
	}
	return start;
}

static int order(unsigned char c)
{
	return isdigit(c) ? 0 : isalpha(c) ? c : c == '~' ? -1 : c + 256;
}

/* Debian's comparison of versions: text and numbers in turn. */
static int compare(char const *a, size_t n, char const *b, size_t m)
{
	size_t i = 0, j = 0;
	while (i < n || j < m) {
		while (i < n && !isdigit((unsigned char)a[i]) || j < m && !isdigit((unsigned char)b[j])) {
			int x = i == n ? 0 : order(a[i]), y = j == m ? 0 : order(b[j]);
			if (x != y)
				return x - y;
			i++;
			j++;
		}
		int first = 0;
		while (i < n && a[i] == '0')
			i++;
		while (j < m && b[j] == '0')
			j++;
		while (i < n && j < m && isdigit((unsigned char)a[i]) && isdigit((unsigned char)b[j])) {
			if (!first)
				first = a[i] - b[j];
			i++;
			j++;
		}
		if (i < n && isdigit((unsigned char)a[i]))
			return 1;
		if (j < m && isdigit((unsigned char)b[j]))
			return -1;
		if (first)
			return first;
	}
	return 0;
}

static int special(char const *s)
{
	return !*s ? 0 : !strcmp(s, ".") ? 1 : !strcmp(s, "..") ? 2 : *s == '.' ? 3 : 4;
}

int filevercmp(char const *a, char const *b)
{
	int plain = strcmp(a, b);
	if (!plain)
		return 0;
	int x = special(a), y = special(b);
	if (x != y)
		return x - y;
	if (x == 3) {
		a++;
		b++;
	}
	size_t n = prefix_len(a), m = prefix_len(b);
	if (n == m && !strncmp(a, b, n)) {
		n = strlen(a);
		m = strlen(b);
	}
	int result = compare(a, n, b, m);
	return result ? result : plain;
}

char *getuser(uid_t uid)
{
	struct passwd *p = getpwuid(uid);
	return p ? p->pw_name : NULL;
}

char *getgroup(gid_t gid)
{
	struct group *g = getgrgid(gid);
	return g ? g->gr_name : NULL;
}

uid_t *getuidbyname(char const *name)
{
	static uid_t uid;
	struct passwd *p = getpwnam(name);
	if (!p)
		return NULL;
	uid = p->pw_uid;
	return &uid;
}

gid_t *getgidbyname(char const *name)
{
	static gid_t gid;
	struct group *g = getgrnam(name);
	if (!g)
		return NULL;
	gid = g->gr_gid;
	return &gid;
}
