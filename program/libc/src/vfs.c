/* The file system: names, directories and contents, all in memory. Files of
   the input come in when they are first named; what has changed is reported
   at exit. Directories exist as far as files are in them or mkdir made them. */
#include <rift/file.h>
#include <rift/vfs.h>
#include <rift/intrinsics.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

struct inode *__libc_inodes;
char __libc_cwd[4096] = HOME;
unsigned int __libc_umask = 022;

static struct inode **last = &__libc_inodes;
static int count;

/* Writes the canonical form of path to out (4096 bytes): absolute, without
   ".", ".." and repeated slashes, then relative to HOME where it is inside
   ("" is HOME itself). Returns null and sets errno if it does not fit. */
static char *canonical(const char *cwd, const char *path, char *out)
{
	size_t n = 0, len = strlen(path);
	char full[8192];
	if (!len || len + strlen(cwd) + 2 > sizeof full / 2) {
		errno = len ? ENAMETOOLONG : ENOENT;
		return 0;
	}
	full[0] = 0;
	if (*path != '/') {
		strcpy(full, cwd);
		strcat(full, "/");
	}
	strcat(full, path);
	for (const char *p = full; *p;) {
		while (*p == '/')
			p++;
		size_t k = strcspn(p, "/");
		if (k == 2 && p[0] == '.' && p[1] == '.') {
			while (n && out[--n] != '/')
				;
		} else if (k && !(k == 1 && *p == '.')) {
			out[n++] = '/';
			memcpy(out + n, p, k);
			n += k;
		}
		p += k;
	}
	if (!n)
		out[n++] = '/';
	out[n] = 0;
	size_t home = sizeof HOME - 1;
	if (!strncmp(out, HOME, home) && (out[home] == '/' || !out[home]))
		memmove(out, out + home + (out[home] == '/'), strlen(out + home + (out[home] == '/')) + 1);
	return out;
}

char *__libc_canonical(const char *path, char *out)
{
	return canonical(__libc_cwd, path, out);
}

static char *copy(const char *s)
{
	size_t n = strlen(s) + 1;
	char *p = __rift_alloc(n);
	__rift_copy(p, s, n);
	return p;
}

static void report(void)
{
	for (struct inode *i = __libc_inodes; i; i = i->next) {
		if (i->name && i->changed && !S_ISDIR(i->mode))
			__rift_file_out(i->given, i->data, i->size, S_ISLNK(i->mode) ? 2 : (i->mode & 07777) << 4);
		if (i->name || !i->initial)
			continue;
		struct inode *j = __libc_inodes;
		while (j && !(j->name && !strcmp(j->given, i->given)))
			j = j->next;
		if (!j)
			__rift_file_out(i->given, "", 0, 1);
	}
}

static struct inode *add(const char *name, const char *given, unsigned int mode)
{
	struct inode *i = __rift_alloc(sizeof *i);
	*i = (struct inode){.mode = mode, .number = ++count};
	i->name = copy(name);
	i->given = copy(given);
	i->mtime = i->atime = __libc_seconds();
	*last = i;
	last = &i->next;
	__libc_files_hook = report;
	return i;
}

/* Finds a file by canonical name among those seen so far. */
static struct inode *seen(const char *name)
{
	for (struct inode *i = __libc_inodes; i; i = i->next)
		if (i->name && !strcmp(i->name, name))
			return i;
	return 0;
}

/* Whether a file of the input has been removed or renamed. */
static int gone(const char *given)
{
	for (struct inode *i = __libc_inodes; i; i = i->next)
		if (!i->name && i->initial && !strcmp(i->given, given))
			return 1;
	return 0;
}

/* Finds what has this canonical name, a link itself; null with errno if there is
   nothing. The input may know it by the path that was given, too. */
static struct inode *entry(const char *name, const char *path)
{
	struct inode *i = seen(name);
	if (i)
		return i;
	unsigned long size = 0;
	const char *given = path;
	void *data = (*path != '/' && strcmp(__libc_cwd, HOME)) || gone(path) ? 0 : __rift_file(path, &size);
	if (!data && !gone(name)) {
		given = name;
		data = __rift_file(name, &size);
	}
	if (!data) {
		errno = ENOENT;
		return 0;
	}
	i = add(name, given, __rift_file_mode(given));
	i->data = data;
	i->size = i->cap = size;
	i->initial = 1;
	return i;
}

/* Returns, to be freed, where a name leads whose first n characters name a link. */
static char *behind(const char *name, size_t n, const struct inode *link)
{
	char *out = __rift_alloc(sizeof HOME + n + link->size + strlen(name + n) + 2);
	size_t dir = n;
	while (dir && name[dir - 1] != '/')
		dir--;
	out[0] = 0;
	if (!link->size || link->data[0] != '/') {
		if (name[0] != '/')
			strcpy(out, HOME "/");
		strncat(out, name, dir);
	}
	strncat(out, (const char *)link->data, link->size);
	strcat(out, name + n);
	return out;
}

/* Returns where a name leads that has a link on the way; null if it has none. */
static char *through(const char *name)
{
	char dir[4096];
	for (size_t n = strcspn(name + 1, "/") + 1; name[0] && name[n]; n += strcspn(name + n + 1, "/") + 1) {
		memcpy(dir, name, n);
		dir[n] = 0;
		struct inode *i = entry(dir, dir);
		if (i && S_ISLNK(i->mode))
			return behind(name, n, i);
	}
	return 0;
}

/* Writes the canonical name of what path leads to: links on the way are
   followed, and with follow one at its end. Null with errno if it does not fit
   or goes round in circles. */
char *__libc_resolve(const char *path, int follow, char *out)
{
	int before = errno;
	if (!__libc_canonical(path, out))
		return 0;
	for (int left = 40; left; left--) {
		struct inode *i = entry(out, path);
		char *next = 0;
		if (!i)
			next = through(out);
		else if (follow && S_ISLNK(i->mode))
			next = behind(out, strlen(out), i);
		if (!next) {
			errno = before;
			return out;
		}
		char *fit = __libc_canonical(next, out);
		__rift_free(next);
		if (!fit)
			return 0;
		path = out;
	}
	errno = ELOOP;
	return 0;
}

/* Whether a path ends in a slash: what it leads to has to be a directory. */
int __libc_slashed(const char *path)
{
	return *path && path[strlen(path) - 1] == '/';
}

/* Returns what a path leads to, with follow behind links; null with errno. */
static struct inode *reach(const char *path, int follow)
{
	char name[4096];
	if (!__libc_canonical(path, name))
		return 0;
	struct inode *i = entry(name, path);
	if (i && !(follow && S_ISLNK(i->mode)))
		return i;
	i = __libc_resolve(path, follow, name) ? entry(name, name) : 0;
	if (!i && errno == ENOENT)
		__libc_parent_exists(path);
	return i;
}

/* Returns the file or made directory of this path; null with errno if there is
   none. Callers that succeed without one restore errno. */
struct inode *__libc_lookup(const char *path)
{
	struct inode *i = reach(path, 1);
	if (i && !S_ISDIR(i->mode) && __libc_slashed(path)) {
		errno = ENOTDIR;
		return 0;
	}
	return i;
}

/* The same without following a link at the end of the path, and whether it ends
   in a slash is not looked at: the entry of a directory that the path names. */
struct inode *__libc_entry(const char *path)
{
	return reach(path, 0);
}

/* Writes the canonical name of a file of the input, which the machine knows by a
   name relative to HOME, and returns the file; null if it is not there any more. */
struct inode *__libc_given(const char *file, char *name)
{
	int before = errno;
	struct inode *i = canonical(HOME, file, name) ? entry(name, name) : 0;
	if (!i && *file != '/' && !strcmp(__libc_cwd, HOME))
		i = entry(name, file);
	errno = before;
	return i;
}

static int inside(const char *name, const char *dir, size_t n)
{
	return !strncmp(name, dir, n) && name[n] == '/';
}

/* Whether path is a directory. */
int __libc_is_dir(const char *path)
{
	static const char *const always[] = {"", "/", "/home", "/tmp", "/dev", 0};
	char name[4096], other[4096];
	if (!__libc_resolve(path, 1, name))
		return 0;
	for (int i = 0; always[i]; i++)
		if (!strcmp(name, always[i]))
			return 1;
	size_t n = strlen(name);
	for (struct inode *i = __libc_inodes; i; i = i->next)
		if (i->name && (S_ISDIR(i->mode) && !strcmp(i->name, name) || inside(i->name, name, n)))
			return 1;
	const char *file;
	for (int k = 0; (file = __rift_file_name(k)); k++)
		if (canonical(HOME, file, other) && inside(other, name, n))
			return 1;
	return 0;
}

/* Whether the directory that path lies in exists; sets errno if not. */
int __libc_parent_exists(const char *path)
{
	char dir[4096];
	size_t n = strlen(path);
	if (n + 1 > sizeof dir) {
		errno = ENAMETOOLONG;
		return 0;
	}
	strcpy(dir, path);
	while (n && dir[n - 1] == '/')
		n--;
	while (n && dir[n - 1] != '/')
		n--;
	if (!n)
		return 1;
	dir[n] = 0;
	if (__libc_is_dir(dir))
		return 1;
	dir[n - 1] = 0;
	if (__libc_lookup(dir))
		errno = ENOTDIR;
	return 0;
}

/* Makes a file or directory; null with errno if it cannot be there. */
struct inode *__libc_new_inode(const char *path, unsigned int mode)
{
	char name[4096];
	if (!__libc_parent_exists(path) || !__libc_resolve(path, 1, name))
		return 0;
	struct inode *i = add(name, name, mode);
	i->changed = 1;
	return i;
}

/* Changes the size of a file; new bytes are zero. */
int __libc_resize(struct inode *i, unsigned long size)
{
	if (size > i->cap) {
		unsigned long cap = size < 2 * i->cap ? 2 * i->cap : size + 64;
		unsigned char *data = __rift_alloc(cap);
		if (!data) {
			errno = ENOSPC;
			return -1;
		}
		if (i->size)
			__rift_copy(data, i->data, i->size);
		__rift_free(i->data);
		i->data = data;
		i->cap = cap;
	}
	if (size > i->size)
		__rift_fill(i->data + i->size, 0, size - i->size);
	i->size = size;
	i->changed = 1;
	i->mtime = __libc_seconds();
	return 0;
}
