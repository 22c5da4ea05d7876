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
char *__libc_canonical(const char *path, char *out)
{
	size_t n = 0, len = strlen(path), cwd = strlen(__libc_cwd);
	char full[8192];
	if (!len || len + cwd + 2 > sizeof full / 2) {
		errno = len ? ENAMETOOLONG : ENOENT;
		return 0;
	}
	full[0] = 0;
	if (*path != '/') {
		strcpy(full, __libc_cwd);
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
		if (i->name && i->changed && S_ISREG(i->mode))
			__rift_file_out(i->given, i->data, i->size, 0);
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
	i->mtime = i->atime = __rift_clock(0);
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

/* Returns the file or made directory of this path; null with errno if there is
   none. Callers that succeed without one restore errno. */
struct inode *__libc_lookup(const char *path)
{
	char name[4096];
	if (!__libc_canonical(path, name))
		return 0;
	struct inode *i = seen(name);
	if (i)
		return i;
	unsigned long size = 0;
	const char *given = path;
	void *data = gone(path) ? 0 : __rift_file(path, &size);
	if (!data && !gone(name)) {
		given = name;
		data = __rift_file(name, &size);
	}
	if (!data) {
		errno = ENOENT;
		return 0;
	}
	i = add(name, given, S_IFREG | 0644);
	i->data = data;
	i->size = i->cap = size;
	i->initial = 1;
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
	if (!__libc_canonical(path, name))
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
		if (__libc_canonical(file, other) && inside(other, name, n))
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
	errno = n > 1 && __libc_lookup(dir) ? ENOTDIR : ENOENT;
	return 0;
}

/* Makes a file or directory; null with errno if it cannot be there. */
struct inode *__libc_new_inode(const char *path, unsigned int mode)
{
	char name[4096];
	if (!__libc_parent_exists(path) || !__libc_canonical(path, name))
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
	i->mtime = __rift_clock(0);
	return 0;
}
