/* Opening and closing streams over descriptors, and positions in them. */
#include <rift/file.h>
#include <rift/intrinsics.h>
#include <stdio.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* Turns a mode of fopen into open's flags and ours; -1 if it is not one. */
int __libc_fmode(const char *mode, unsigned int *ours)
{
	int flags;
	switch (*mode) {
	case 'r':
		flags = 0;
		*ours = F_READ;
		break;
	case 'w':
		flags = O_CREAT | O_TRUNC;
		*ours = F_WRITE;
		break;
	case 'a':
		flags = O_CREAT | O_APPEND;
		*ours = F_WRITE | F_APPEND;
		break;
	default:
		errno = EINVAL;
		return -1;
	}
	for (mode++; *mode && *mode != ','; mode++)
		if (*mode == '+')
			*ours |= F_READ | F_WRITE;
		else if (*mode == 'x')
			flags |= O_EXCL;
		else if (*mode == 'e')
			flags |= O_CLOEXEC;
	unsigned int both = *ours & (F_READ | F_WRITE);
	return flags | (both == F_READ ? O_RDONLY : both == F_WRITE ? O_WRONLY : O_RDWR);
}

static long fd_read(FILE *f, void *buf, unsigned long n)
{
	return __libc_read(f->fd, buf, n);
}

static long fd_write(FILE *f, const void *buf, unsigned long n)
{
	return __libc_write(f->fd, buf, n);
}

static long fd_seek(FILE *f, long off, int whence)
{
	return __libc_lseek(f->fd, off, whence);
}

static int fd_close(FILE *f)
{
	return __libc_close(f->fd);
}

static const struct __libc_ops fd_ops = {fd_read, fd_write, fd_seek, fd_close};

/* A new stream at the head of the list. */
FILE *__libc_fnew(const struct __libc_ops *ops, unsigned int flags)
{
	FILE *f = __rift_alloc(sizeof *f);
	if (!f)
		return 0;
	*f = (FILE){.ops = ops, .flags = flags | F_HEAP, .fd = -1, .next = __libc_streams};
	__libc_streams = f;
	return f;
}

static FILE *from_fd(int fd, unsigned int flags)
{
	FILE *f = __libc_fnew(&fd_ops, flags);
	if (f)
		f->fd = fd;
	if ((flags & (F_APPEND | F_READ)) == F_APPEND)
		__libc_lseek(fd, 0, SEEK_END);
	return f;
}

FILE *fopen(const char *name, const char *mode)
{
	unsigned int ours;
	int flags = __libc_fmode(mode, &ours);
	int fd = flags < 0 ? -1 : __libc_open(name, flags, 0666);
	return fd < 0 ? 0 : from_fd(fd, ours);
}

FILE *fopen64(const char *name, const char *mode)
{
	return fopen(name, mode);
}

FILE *fdopen(int fd, const char *mode)
{
	unsigned int ours;
	if (__libc_fmode(mode, &ours) < 0)
		return 0;
	int has = fcntl(fd, F_GETFL);
	if (has < 0)
		return 0;
	int access = has & O_ACCMODE;
	if (ours & F_READ && access == O_WRONLY || ours & F_WRITE && access == O_RDONLY) {
		errno = EINVAL;
		return 0;
	}
	return from_fd(fd, ours);
}

static void reset(FILE *f)
{
	if (f->flags & F_WRITING)
		__libc_flush(f);
	f->rp = f->rend = f->start = f->wp = f->wend = 0;
}

FILE *freopen(const char *name, const char *mode, FILE *f)
{
	unsigned int ours, heap = f->flags & F_HEAP;
	int flags = __libc_fmode(mode, &ours), fd = f->fd;
	if (flags < 0)
		return 0;
	reset(f);
	if (!name) {
		f->flags = ours | heap;
		return f;
	}
	f->ops->close(f);
	int opened = __libc_open(name, flags, 0666);
	if (opened < 0) {
		f->fd = -1;
		return 0;
	}
	if (opened != fd && fd >= 0) {
		dup2(opened, fd);
		__libc_close(opened);
		opened = fd;
	}
	f->fd = opened;
	f->ops = &fd_ops;
	f->flags = ours | heap;
	return f;
}

int __libc_fclose(FILE *f)
{
	int result = f->flags & F_WRITING ? __libc_flush(f) : 0;
	if (f->rp < f->rend)
		f->ops->seek(f, f->rp - f->rend, SEEK_CUR);
	if (f->ops->close(f) < 0)
		result = -1;
	FILE **p = &__libc_streams;
	while (*p && *p != f)
		p = &(*p)->next;
	if (*p)
		*p = f->next;
	__rift_free(f->buf);
	f->buf = f->rp = f->rend = f->start = f->wp = f->wend = 0;
	if (f->flags & F_HEAP)
		__rift_free(f);
	else {
		f->flags = 0;
		f->fd = -1;
	}
	return result;
}

int fclose(FILE *f)
{
	return __libc_fclose(f);
}

int fcloseall(void)
{
	return fflush(0);
}

int fileno(FILE *f)
{
	if (f->fd < 0)
		errno = EBADF;
	return f->fd;
}
