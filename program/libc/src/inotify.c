/* Watching files, on which nothing ever happens: there is one process. */
#include <rift/file.h>
#include <rift/vfs.h>
#include <rift/intrinsics.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/inotify.h>
#include <sys/stat.h>

static unsigned long watched[64]; /* numbers of files; 0 is free */

int inotify_init1(int flags)
{
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

int inotify_add_watch(int fd, const char *path, uint32_t mask)
{
	struct stat st;
	struct ofile *o = __libc_fd(fd);
	if (o && o->kind != K_WATCH)
		errno = EINVAL;
	if (!o || o->kind != K_WATCH || stat(path, &st) < 0)
		return -1;
	for (int i = 0; i < 64; i++)
		if (!watched[i] || watched[i] == st.st_ino) {
			watched[i] = st.st_ino;
			return i + 1;
		}
	errno = ENOSPC;
	return -1;
}

int inotify_rm_watch(int fd, int wd)
{
	struct ofile *o = __libc_fd(fd);
	if (!o)
		return -1;
	if (o->kind != K_WATCH || wd < 1 || wd > 64 || !watched[wd - 1]) {
		errno = EINVAL;
		return -1;
	}
	return 0;
}
