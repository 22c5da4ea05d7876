/* Asking about files by name or descriptor. */
#include <rift/file.h>
#include <rift/vfs.h>
#include <rift/intrinsics.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include <utime.h>
#include <sys/stat.h>
#include <sys/time.h>

/* Fills in what every kind of file has. */
static void describe(struct stat *st, unsigned int mode, int number, long size)
{
	memset(st, 0, sizeof *st);
	st->st_dev = 1;
	st->st_ino = number;
	st->st_nlink = S_ISDIR(mode) ? 2 : 1;
	st->st_mode = mode;
	st->st_uid = st->st_gid = 1000;
	st->st_size = size;
	st->st_blksize = 4096;
	st->st_blocks = (size + 4095) / 4096 * 8;
	st->st_atime = st->st_mtime = st->st_ctime = __libc_seconds();
}

static int of_inode(const struct inode *i, struct stat *st)
{
	describe(st, i->mode, i->number + 100, S_ISDIR(i->mode) ? 4096 : (long)i->size);
	st->st_atime = i->atime;
	st->st_mtime = st->st_ctime = i->mtime;
	return 0;
}

static int of_open(const struct ofile *o, struct stat *st)
{
	switch (o->kind) {
	case K_FILE:
		return of_inode(o->ino, st);
	case K_IN:
		describe(st, __rift_file_mode(0), 1, 0);
		return 0;
	case K_OUT:
	case K_WATCH:
		describe(st, S_IFIFO | 0600, 1 + o->out, 0);
		return 0;
	case K_DIR:
		describe(st, S_IFDIR | 0755, 10, 4096);
		return 0;
	case K_NULL:
		describe(st, S_IFCHR | 0666, 5, 0);
		st->st_rdev = 0x103;
	}
	return 0;
}

int fstat(int fd, struct stat *st)
{
	struct ofile *o = __libc_fd(fd);
	return o ? of_open(o, st) : -1;
}

/* A number for a directory that exists only through its files. */
static int dir_number(const char *path)
{
	char name[4096];
	unsigned h = 7;
	__libc_resolve(path, 1, name);
	for (const char *p = name; *p; p++)
		h = h * 31 + (unsigned char)*p;
	return (int)(h >> 2 | 1u << 29);
}

int stat(const char *path, struct stat *st)
{
	char name[4096];
	int before = errno;
	if (!__libc_canonical(path, name))
		return -1;
	if (!strncmp(name, "/dev/", 5)) {
		int fd = __libc_open(path, 0, 0);
		if (fd >= 0) {
			int result = fstat(fd, st);
			__libc_close(fd);
			return result;
		}
	}
	struct inode *i = __libc_lookup(path);
	if (i)
		return of_inode(i, st);
	if (__libc_is_dir(path)) {
		describe(st, S_IFDIR | 0755, dir_number(path), 4096);
		errno = before;
		return 0;
	}
	return -1;
}

int lstat(const char *path, struct stat *st)
{
	int before = errno;
	struct inode *i = __libc_slashed(path) ? 0 : __libc_entry(path);
	errno = before;
	return i && S_ISLNK(i->mode) ? of_inode(i, st) : stat(path, st);
}

int fstatat(int fd, const char *path, struct stat *st, int flags)
{
	return flags & AT_SYMLINK_NOFOLLOW ? lstat(path, st) : stat(path, st);
}

int access(const char *path, int mode)
{
	struct stat st;
	if (stat(path, &st) < 0)
		return -1;
	if (mode & ~(st.st_mode >> 6) & 7) {
		errno = EACCES;
		return -1;
	}
	return 0;
}

int eaccess(const char *path, int mode)
{
	return access(path, mode);
}

int euidaccess(const char *path, int mode)
{
	return access(path, mode);
}

int faccessat(int fd, const char *path, int mode, int flags)
{
	return access(path, mode);
}

static void set_mode(struct inode *i, mode_t mode)
{
	if ((i->mode ^ mode) & 07777)
		i->changed = 1;
	i->mode = i->mode & S_IFMT | mode & 07777;
}

int chmod(const char *path, mode_t mode)
{
	int before = errno;
	struct inode *i = __libc_lookup(path);
	if (!i && __libc_is_dir(path)) {
		errno = before;
		return 0;
	}
	if (!i)
		return -1;
	set_mode(i, mode);
	return 0;
}

int fchmod(int fd, mode_t mode)
{
	struct ofile *o = __libc_fd(fd);
	if (!o)
		return -1;
	if (o->kind == K_FILE)
		set_mode(o->ino, mode);
	return 0;
}

mode_t umask(mode_t mask)
{
	mode_t old = __libc_umask;
	__libc_umask = mask & 0777;
	return old;
}

int truncate(const char *path, off_t size)
{
	struct inode *i = __libc_lookup(path);
	return i ? __libc_resize(i, size) : -1;
}

static int set_times(const char *path, long atime, long mtime)
{
	int before = errno;
	struct inode *i = __libc_lookup(path);
	if (!i && __libc_is_dir(path)) {
		errno = before;
		return 0;
	}
	if (!i)
		return -1;
	i->atime = atime;
	i->mtime = mtime;
	return 0;
}

int utime(const char *path, const struct utimbuf *t)
{
	long now = __libc_seconds();
	return set_times(path, t ? t->actime : now, t ? t->modtime : now);
}

int utimes(const char *path, const struct timeval t[2])
{
	long now = __libc_seconds();
	return set_times(path, t ? t[0].tv_sec : now, t ? t[1].tv_sec : now);
}

int utimensat(int fd, const char *path, const struct timespec t[2], int flags)
{
	long now = __libc_seconds();
	return set_times(path, t ? t[0].tv_sec : now, t ? t[1].tv_sec : now);
}

int futimens(int fd, const struct timespec t[2])
{
	return __libc_fd(fd) ? 0 : -1;
}

int futimes(int fd, const struct timeval t[2])
{
	return __libc_fd(fd) ? 0 : -1;
}

int chown(const char *path, uid_t uid, gid_t gid)
{
	return access(path, F_OK);
}

int lchown(const char *path, uid_t uid, gid_t gid)
{
	return access(path, F_OK);
}

int fchown(int fd, uid_t uid, gid_t gid)
{
	return __libc_fd(fd) ? 0 : -1;
}
