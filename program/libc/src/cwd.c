/* The current directory and links, of which there are no hard ones. */
#include <rift/file.h>
#include <rift/vfs.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/stat.h>

static int fail(int err)
{
	errno = err;
	return -1;
}

char *getcwd(char *buf, size_t size)
{
	size_t n = strlen(__libc_cwd) + 1;
	if (buf && !size) {
		errno = EINVAL;
		return 0;
	}
	if (size && size < n) {
		errno = ERANGE;
		return 0;
	}
	if (!buf && !(buf = malloc(size ? size : n)))
		return 0;
	return memcpy(buf, __libc_cwd, n);
}

char *getwd(char *buf)
{
	return strcpy(buf, __libc_cwd);
}

char *get_current_dir_name(void)
{
	return strdup(__libc_cwd);
}

/* Writes the absolute form of a canonical name. */
static void absolute(const char *name, char *out)
{
	if (*name == '/')
		strcpy(out, name);
	else {
		strcpy(out, HOME);
		if (*name)
			strcat(strcat(out, "/"), name);
	}
}

int chdir(const char *path)
{
	char name[4096];
	if (!__libc_resolve(path, 1, name))
		return -1;
	if (!__libc_is_dir(path))
		return __libc_lookup(path) ? fail(ENOTDIR) : -1;
	absolute(name, __libc_cwd);
	return 0;
}

int fchdir(int fd)
{
	return fail(ENOSYS);
}

int chroot(const char *path)
{
	return fail(EPERM);
}

int link(const char *from, const char *to)
{
	return fail(access(from, F_OK) < 0 ? ENOENT : EPERM);
}

int symlink(const char *to, const char *path)
{
	if (!*to)
		return fail(ENOENT);
	if (__libc_entry(path) || __libc_is_dir(path))
		return fail(EEXIST);
	if (__libc_slashed(path) && __libc_parent_exists(path))
		return fail(ENOENT);
	struct inode *i = __libc_new_inode(path, S_IFLNK | 0777);
	size_t n = strlen(to);
	if (!i || __libc_resize(i, n) < 0)
		return -1;
	memcpy(i->data, to, n);
	return 0;
}

ssize_t readlink(const char *path, char *buf, size_t n)
{
	if (!n)
		return fail(EINVAL);
	struct inode *i = __libc_slashed(path) ? __libc_lookup(path) : __libc_entry(path);
	if (!i || !S_ISLNK(i->mode))
		return i || access(path, F_OK) == 0 ? fail(EINVAL) : -1;
	if (n > i->size)
		n = i->size;
	memcpy(buf, i->data, n);
	return n;
}

int mkfifo(const char *path, mode_t mode)
{
	return fail(EPERM);
}

int mknod(const char *path, mode_t mode, dev_t dev)
{
	return fail(EPERM);
}

char *realpath(const char *path, char *out)
{
	char name[4096];
	if (!path) {
		errno = EINVAL;
		return 0;
	}
	if (access(path, F_OK) < 0 || !__libc_resolve(path, 1, name))
		return 0;
	if (!out && !(out = malloc(4096)))
		return 0;
	absolute(name, out);
	return out;
}

char *canonicalize_file_name(const char *path)
{
	return realpath(path, 0);
}
