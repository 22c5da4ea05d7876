/* Files by name relative to a folder, which can only be the working directory. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static int elsewhere(int fd, const char *path)
{
	if (fd == AT_FDCWD || *path == '/')
		return 0;
	errno = ENOSYS;
	return 1;
}

int mkdirat(int fd, const char *path, mode_t mode)
{
	return elsewhere(fd, path) ? -1 : mkdir(path, mode);
}

int mkfifoat(int fd, const char *path, mode_t mode)
{
	return elsewhere(fd, path) ? -1 : mkfifo(path, mode);
}

int mknodat(int fd, const char *path, mode_t mode, dev_t dev)
{
	return elsewhere(fd, path) ? -1 : mknod(path, mode, dev);
}

int fchmodat(int fd, const char *path, mode_t mode, int flags)
{
	return elsewhere(fd, path) ? -1 : chmod(path, mode);
}

int fchownat(int fd, const char *path, uid_t uid, gid_t gid, int flags)
{
	return elsewhere(fd, path) ? -1 : chown(path, uid, gid);
}

int renameat(int from_fd, const char *from, int to_fd, const char *to)
{
	return elsewhere(from_fd, from) || elsewhere(to_fd, to) ? -1 : rename(from, to);
}

int linkat(int from_fd, const char *from, int to_fd, const char *to, int flags)
{
	return elsewhere(from_fd, from) || elsewhere(to_fd, to) ? -1 : link(from, to);
}

int symlinkat(const char *to, int fd, const char *path)
{
	return elsewhere(fd, path) ? -1 : symlink(to, path);
}

ssize_t readlinkat(int fd, const char *path, char *buf, size_t n)
{
	return elsewhere(fd, path) ? -1 : readlink(path, buf, n);
}

/* Whether the one user belongs to a group. */
int group_member(gid_t gid)
{
	return gid == getgid() || gid == getegid();
}
