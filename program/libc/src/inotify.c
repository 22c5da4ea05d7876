/* Watching files, on which nothing ever happens: there is one process. */
#include <rift/file.h>
#include <rift/vfs.h>
#include <rift/intrinsics.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/inotify.h>
#include <sys/stat.h>

static int fail(int err)
{
	errno = err;
	return -1;
}

int inotify_init1(int flags)
{
	if (flags & ~(IN_CLOEXEC | IN_NONBLOCK))
		return fail(EINVAL);
	struct ofile *o = __rift_alloc(sizeof *o);
	*o = (struct ofile){.kind = K_WATCH, .flags = O_RDONLY | flags & O_NONBLOCK};
	int fd = __libc_new_fd(o, 0);
	if (fd < 0)
		__rift_free(o);
	return fd;
}

int inotify_init(void)
{
	return inotify_init1(0);
}

/* Returns what fd stands for if watches can be asked of it; null with errno. */
static struct ofile *watcher(int fd)
{
	struct ofile *o = __libc_fd(fd);
	if (o && o->kind != K_WATCH) {
		errno = EINVAL;
		return 0;
	}
	return o;
}

/* Makes a watch of a file that has none, whose number was never one before. */
static int watch(struct ofile *o, unsigned long file)
{
	unsigned long *more = __rift_alloc((o->pos + 1) * sizeof *more);
	if (!more)
		return fail(ENOMEM);
	if (o->pos)
		__rift_copy(more, o->watched, o->pos * sizeof *more);
	__rift_free(o->watched);
	o->watched = more;
	more[o->pos++] = file;
	return (int)o->pos;
}

int inotify_add_watch(int fd, const char *path, uint32_t mask)
{
	struct stat st;
	if (!mask || mask & IN_MASK_ADD && mask & IN_MASK_CREATE)
		return fail(EINVAL);
	struct ofile *o = watcher(fd);
	if (!o || (mask & IN_DONT_FOLLOW ? lstat : stat)(path, &st) < 0)
		return -1;
	if (mask & IN_ONLYDIR && !S_ISDIR(st.st_mode))
		return fail(ENOTDIR);
	if (!(st.st_mode & 0400))
		return fail(EACCES);
	for (long i = 0; i < o->pos; i++)
		if (o->watched[i] == st.st_ino)
			return mask & IN_MASK_CREATE ? fail(EEXIST) : (int)i + 1;
	return watch(o, st.st_ino);
}

int inotify_rm_watch(int fd, int wd)
{
	struct ofile *o = watcher(fd);
	if (!o)
		return -1;
	if (wd < 1 || wd > o->pos || !o->watched[wd - 1])
		return fail(EINVAL);
	o->watched[wd - 1] = 0;
	return 0;
}
