/* Descriptors: open, read, write, seek, close. The first use takes over the
   standard streams' reading and writing, so that closing and duplicating 0, 1
   and 2 work. */
#include <rift/file.h>
#include <rift/vfs.h>
#include <rift/intrinsics.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

struct ofile *__libc_fds[NFDS];

static struct ofile standard[3] = {
	{.kind = K_IN, .refs = 1, .flags = O_RDONLY},
	{.kind = K_OUT, .refs = 1, .flags = O_WRONLY, .out = 1},
	{.kind = K_OUT, .refs = 1, .flags = O_WRONLY, .out = 2},
};

static int is_output(int fd)
{
	return __libc_fds[fd] && __libc_fds[fd]->kind == K_OUT;
}

void __libc_fd_init(void)
{
	if (__libc_write_hook)
		return;
	for (int i = 0; i < 3; i++)
		__libc_fds[i] = &standard[i];
	__libc_read_hook = __libc_read;
	__libc_write_hook = __libc_write;
	__libc_output_hook = is_output;
	__libc_seek_hook = __libc_lseek;
	__libc_close_hook = __libc_close;
}

/* Returns what fd stands for; null with EBADF if it is not open. */
struct ofile *__libc_fd(int fd)
{
	__libc_fd_init();
	if (fd < 0 || fd >= NFDS || !__libc_fds[fd]) {
		errno = EBADF;
		return 0;
	}
	return __libc_fds[fd];
}

/* Gives o the lowest free descriptor from min up. */
int __libc_new_fd(struct ofile *o, int min)
{
	__libc_fd_init();
	for (int fd = min; fd < NFDS; fd++)
		if (!__libc_fds[fd]) {
			__libc_fds[fd] = o;
			o->refs++;
			return fd;
		}
	errno = EMFILE;
	return -1;
}

/* The devices that are not files: duplicates of the standard streams, null. */
static struct ofile *device(const char *name)
{
	static const char *const std[] = {"/dev/stdin", "/dev/stdout", "/dev/stderr"};
	static struct ofile null = {.kind = K_NULL, .refs = 1, .flags = O_RDWR};
	for (int i = 0; i < 3; i++)
		if (!strcmp(name, std[i]))
			return __libc_fd(i);
	if (!strcmp(name, "/dev/fd/0"))
		return __libc_fd(0);
	return strcmp(name, "/dev/null") ? 0 : &null;
}

/* Whether the permissions of i allow what flags ask for. */
static int permitted(const struct inode *i, int flags)
{
	int access = flags & O_ACCMODE;
	if (access != O_WRONLY && !(i->mode & 0400) || access != O_RDONLY && !(i->mode & 0200)) {
		errno = EACCES;
		return 0;
	}
	return 1;
}

static struct inode *find(const char *path, int flags, unsigned int mode)
{
	struct inode *i = __libc_lookup(path);
	if (!i) {
		if (!(flags & O_CREAT) || errno != ENOENT)
			return 0;
		if (flags & O_EXCL && __libc_entry(path)) {
			errno = EEXIST;
			return 0;
		}
		return __libc_new_inode(path, S_IFREG | mode & 07777 & ~__libc_umask);
	}
	if ((flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL)) {
		errno = EEXIST;
		return 0;
	}
	if (flags & O_DIRECTORY) {
		errno = ENOTDIR;
		return 0;
	}
	if (!permitted(i, flags))
		return 0;
	if (flags & O_TRUNC && flags & O_ACCMODE && __libc_resize(i, 0) < 0)
		return 0;
	return i;
}

int __libc_open(const char *path, int flags, unsigned int mode)
{
	char name[4096];
	int before = errno;
	if (!__libc_canonical(path, name))
		return -1;
	struct ofile *o = device(name);
	if (o)
		return __libc_new_fd(o, 0);
	struct inode *i = 0;
	if (flags & O_CREAT && __libc_slashed(path)) {
		if (__libc_parent_exists(path))
			errno = EISDIR;
		return -1;
	}
	if (flags & O_NOFOLLOW && !__libc_slashed(path) && (i = __libc_entry(path)) && S_ISLNK(i->mode)) {
		errno = ELOOP;
		return -1;
	}
	errno = before;
	int dir = __libc_is_dir(path);
	if (dir && flags & (O_ACCMODE | O_CREAT)) {
		errno = (flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL) ? EEXIST : EISDIR;
		return -1;
	}
	if (!dir && !(i = find(path, flags, mode)))
		return -1;
	o = __rift_alloc(sizeof *o);
	*o = (struct ofile){.kind = dir ? K_DIR : K_FILE, .flags = flags, .ino = i};
	int fd = __libc_new_fd(o, 0);
	if (fd < 0)
		__rift_free(o);
	else
		errno = before;
	return fd;
}

int __libc_close(int fd)
{
	struct ofile *o = __libc_fd(fd);
	if (!o)
		return -1;
	__libc_fds[fd] = 0;
	if (--o->refs == 0 && (o->kind == K_FILE || o->kind == K_DIR || o->kind == K_WATCH)) {
		__rift_free(o->watched);
		__rift_free(o);
	}
	return 0;
}

long __libc_read(int fd, void *buf, unsigned long n)
{
	struct ofile *o = __libc_fd(fd);
	if (!o)
		return -1;
	if (o->kind == K_OUT || (o->flags & O_ACCMODE) == O_WRONLY) {
		errno = EBADF;
		return -1;
	}
	switch (o->kind) {
	case K_IN:
		return n ? __rift_read(buf, n) : 0;
	case K_DIR:
		errno = EISDIR;
		return -1;
	case K_WATCH:
		if (!(o->flags & O_NONBLOCK))
			__rift_signal(0);
		errno = EAGAIN;
		return -1;
	case K_FILE:
		if (o->pos >= (long)o->ino->size)
			return 0;
		if (n > o->ino->size - o->pos)
			n = o->ino->size - o->pos;
		__rift_copy(buf, o->ino->data + o->pos, n);
		o->pos += n;
		return (long)n;
	default:
		return 0;
	}
}

long __libc_write(int fd, const void *buf, unsigned long n)
{
	struct ofile *o = __libc_fd(fd);
	if (!o)
		return -1;
	if (o->kind == K_IN || o->kind == K_DIR || (o->flags & O_ACCMODE) == O_RDONLY) {
		errno = EBADF;
		return -1;
	}
	if (o->kind == K_OUT)
		__rift_write(o->out, buf, n);
	if (o->kind != K_FILE)
		return (long)n;
	if (o->flags & O_APPEND)
		o->pos = (long)o->ino->size;
	unsigned long end = o->pos + n;
	if (end > o->ino->size && n && __libc_resize(o->ino, end) < 0)
		return -1;
	if (n)
		__rift_copy(o->ino->data + o->pos, buf, n);
	o->ino->changed = 1;
	o->ino->mtime = __libc_seconds();
	o->pos += n;
	return (long)n;
}

long __libc_lseek(int fd, long off, int whence)
{
	struct ofile *o = __libc_fd(fd);
	if (!o)
		return -1;
	if (o->kind == K_IN || o->kind == K_OUT) {
		errno = ESPIPE;
		return -1;
	}
	if (o->kind != K_FILE)
		return 0;
	long base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? o->pos : whence == SEEK_END ? (long)o->ino->size : -1;
	if (base < 0 || off < -base) {
		errno = EINVAL;
		return -1;
	}
	return o->pos = base + off;
}
