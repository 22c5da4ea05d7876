/* The POSIX face of descriptors. */
#include <rift/file.h>
#include <rift/vfs.h>
#include <rift/intrinsics.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <unistd.h>
#include <sys/stat.h>
#include <sys/uio.h>

int open(const char *path, int flags, ...)
{
	unsigned int mode = 0;
	if (flags & O_CREAT) {
		va_list ap;
		va_start(ap, flags);
		mode = va_arg(ap, unsigned int);
		va_end(ap);
	}
	return __libc_open(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
	unsigned int mode = 0;
	if (flags & O_CREAT) {
		va_list ap;
		va_start(ap, flags);
		mode = va_arg(ap, unsigned int);
		va_end(ap);
	}
	return __libc_open(path, flags, mode);
}

int openat(int fd, const char *path, int flags, ...)
{
	unsigned int mode = 0;
	if (flags & O_CREAT) {
		va_list ap;
		va_start(ap, flags);
		mode = va_arg(ap, unsigned int);
		va_end(ap);
	}
	if (fd != AT_FDCWD && *path != '/') {
		errno = ENOSYS;
		return -1;
	}
	return __libc_open(path, flags, mode);
}

int creat(const char *path, mode_t mode)
{
	return __libc_open(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
}

int close(int fd)
{
	return __libc_close(fd);
}

ssize_t read(int fd, void *buf, size_t n)
{
	return __libc_read(fd, buf, n);
}

ssize_t write(int fd, const void *buf, size_t n)
{
	return __libc_write(fd, buf, n);
}

off_t lseek(int fd, off_t off, int whence)
{
	return __libc_lseek(fd, off, whence);
}

off_t lseek64(int fd, off_t off, int whence)
{
	return __libc_lseek(fd, off, whence);
}

ssize_t pread(int fd, void *buf, size_t n, off_t at)
{
	long old = __libc_lseek(fd, 0, SEEK_CUR);
	if (old < 0 || __libc_lseek(fd, at, SEEK_SET) < 0)
		return -1;
	ssize_t done = __libc_read(fd, buf, n);
	__libc_lseek(fd, old, SEEK_SET);
	return done;
}

ssize_t pwrite(int fd, const void *buf, size_t n, off_t at)
{
	long old = __libc_lseek(fd, 0, SEEK_CUR);
	if (old < 0 || __libc_lseek(fd, at, SEEK_SET) < 0)
		return -1;
	ssize_t done = __libc_write(fd, buf, n);
	__libc_lseek(fd, old, SEEK_SET);
	return done;
}

ssize_t readv(int fd, const struct iovec *v, int n)
{
	ssize_t total = 0;
	for (int i = 0; i < n; i++) {
		ssize_t done = __libc_read(fd, v[i].iov_base, v[i].iov_len);
		if (done < 0)
			return total ? total : -1;
		total += done;
		if ((size_t)done < v[i].iov_len)
			break;
	}
	return total;
}

ssize_t writev(int fd, const struct iovec *v, int n)
{
	ssize_t total = 0;
	for (int i = 0; i < n; i++) {
		ssize_t done = __libc_write(fd, v[i].iov_base, v[i].iov_len);
		if (done < 0)
			return total ? total : -1;
		total += done;
	}
	return total;
}

int dup(int fd)
{
	struct ofile *o = __libc_fd(fd);
	return o ? __libc_new_fd(o, 0) : -1;
}

int dup2(int fd, int to)
{
	struct ofile *o = __libc_fd(fd);
	if (!o)
		return -1;
	if (to < 0 || to >= NFDS) {
		errno = EBADF;
		return -1;
	}
	if (fd == to)
		return to;
	if (__libc_fds[to])
		__libc_close(to);
	__libc_fds[to] = o;
	o->refs++;
	return to;
}

int dup3(int fd, int to, int flags)
{
	return dup2(fd, to);
}

int fcntl(int fd, int cmd, ...)
{
	struct ofile *o = __libc_fd(fd);
	if (!o)
		return -1;
	va_list ap;
	va_start(ap, cmd);
	int result = 0;
	switch (cmd) {
	case F_DUPFD:
	case F_DUPFD_CLOEXEC:
		result = __libc_new_fd(o, va_arg(ap, int));
		break;
	case F_GETFL:
		result = o->flags & ~(O_CREAT | O_EXCL | O_TRUNC | O_NOCTTY | O_CLOEXEC);
		break;
	case F_SETFL:
		o->flags = o->flags & ~(O_APPEND | O_NONBLOCK) | va_arg(ap, int) & (O_APPEND | O_NONBLOCK);
		break;
	}
	va_end(ap);
	return result;
}

int isatty(int fd)
{
	struct ofile *o = __libc_fd(fd);
	if (o && o->kind == K_IN && S_ISCHR(__rift_file_mode(0)))
		return 1;
	if (o)
		errno = ENOTTY;
	return 0;
}

char *ttyname(int fd)
{
	return isatty(fd) ? "/dev/tty" : 0;
}

int fsync(int fd)
{
	return __libc_fd(fd) ? 0 : -1;
}

int fdatasync(int fd)
{
	return fsync(fd);
}

void sync(void)
{
}

int ftruncate(int fd, off_t size)
{
	struct ofile *o = __libc_fd(fd);
	if (!o)
		return -1;
	if (o->kind != K_FILE || size < 0 || (o->flags & O_ACCMODE) == O_RDONLY) {
		errno = EINVAL;
		return -1;
	}
	return __libc_resize(o->ino, size);
}

int posix_fadvise(int fd, off_t at, off_t n, int advice)
{
	return 0;
}

int posix_fallocate(int fd, off_t at, off_t n)
{
	struct ofile *o = __libc_fd(fd);
	if (!o || o->kind != K_FILE)
		return EBADF;
	return (unsigned long)(at + n) > o->ino->size && __libc_resize(o->ino, at + n) < 0 ? ENOSPC : 0;
}

int lockf(int fd, int cmd, off_t n)
{
	return __libc_fd(fd) ? 0 : -1;
}

int flock(int fd, int op)
{
	return __libc_fd(fd) ? 0 : -1;
}
