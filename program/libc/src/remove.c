/* Removing, renaming and making files and directories. */
#include <rift/file.h>
#include <rift/vfs.h>
#include <rift/intrinsics.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <sys/stat.h>

static int fail(int err)
{
	errno = err;
	return -1;
}

static int occupied(const char *name)
{
	size_t n = strlen(name);
	for (struct inode *i = __libc_inodes; i; i = i->next)
		if (i->name && !strncmp(i->name, name, n) && i->name[n] == '/')
			return 1;
	return 0;
}

/* Takes the name from a file (dir 0) or an empty directory (dir 1). */
int __libc_remove(const char *path, int dir)
{
	struct inode *i = __libc_entry(path);
	if (!i) {
		int err = errno;
		if (__libc_is_dir(path))
			return fail(dir ? ENOTEMPTY : EISDIR);
		return fail(err);
	}
	if (!S_ISDIR(i->mode) && (dir || __libc_slashed(path)))
		return fail(ENOTDIR);
	if (S_ISDIR(i->mode) && !dir)
		return fail(EISDIR);
	if (S_ISDIR(i->mode) && occupied(i->name))
		return fail(ENOTEMPTY);
	__rift_free(i->name);
	i->name = 0;
	return 0;
}

int unlink(const char *path)
{
	return __libc_remove(path, 0);
}

int rmdir(const char *path)
{
	return __libc_remove(path, 1);
}

int remove(const char *path)
{
	struct inode *i = __libc_entry(path);
	return __libc_remove(path, i ? S_ISDIR(i->mode) : __libc_is_dir(path));
}

int unlinkat(int fd, const char *path, int flags)
{
	return __libc_remove(path, (flags & 0x200) != 0);
}

int mkdir(const char *path, mode_t mode)
{
	int before = errno;
	if (__libc_entry(path) || __libc_is_dir(path))
		return fail(EEXIST);
	if (!__libc_new_inode(path, S_IFDIR | mode & 0777 & ~__libc_umask))
		return -1;
	errno = before;
	return 0;
}

int rename(const char *from, const char *to)
{
	int before = errno;
	struct inode *i = __libc_entry(from);
	if (!i) {
		if (errno == ENOENT && __libc_is_dir(from))
			errno = EXDEV;
		return -1;
	}
	struct inode *old = __libc_entry(to);
	if (!S_ISDIR(i->mode) && (__libc_slashed(from) || __libc_slashed(to)))
		return fail(ENOTDIR);
	if (old == i)
		return 0;
	if (!old && (__libc_is_dir(to)))
		return fail(S_ISDIR(i->mode) ? ENOTEMPTY : EISDIR);
	if (S_ISDIR(i->mode) && occupied(i->name))
		return fail(EXDEV);
	if (!__libc_parent_exists(to) || old && __libc_remove(to, S_ISDIR(i->mode)) < 0)
		return -1;
	struct inode *moved = __libc_new_inode(to, i->mode);
	if (!moved)
		return -1;
	moved->data = i->data;
	moved->size = i->size;
	moved->cap = i->cap;
	moved->mtime = i->mtime;
	/* descriptors that are open on the old inode follow the content */
	for (int fd = 0; fd < NFDS; fd++)
		if (__libc_fds[fd] && __libc_fds[fd]->ino == i)
			__libc_fds[fd]->ino = moved;
	i->data = 0;
	i->size = i->cap = 0;
	__rift_free(i->name);
	i->name = 0;
	errno = before;
	return 0;
}
