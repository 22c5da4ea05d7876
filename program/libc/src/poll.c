/* Asking which descriptors are ready: all for what they can do at all, but watches
   of files, on which nothing happens. */
#include <rift/file.h>
#include <rift/vfs.h>
#include <rift/intrinsics.h>
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/select.h>

/* What fd is ready for: reading or writing; POLLNVAL if it is not open. */
static int ready(int fd)
{
	int before = errno;
	struct ofile *o = __libc_fd(fd);
	errno = before;
	if (!o)
		return POLLNVAL;
	switch (o->kind) {
	case K_WATCH:
		return 0;
	case K_IN:
		return POLLIN;
	case K_OUT:
		return POLLOUT;
	default:
		return POLLIN | POLLOUT;
	}
}

/* Waits; for ever if seconds is negative. */
static void await(long seconds, long ns)
{
	if (seconds < 0)
		__rift_signal(0);
	__libc_doze(seconds, ns);
}

/* Whether every descriptor of a set is open. */
static int open_all(const fd_set *set, int n)
{
	for (int fd = 0; set && fd < n; fd++)
		if (FD_ISSET(fd, set) && ready(fd) == POLLNVAL)
			return 0;
	return 1;
}

/* Leaves those in a set that are ready for what is asked; returns how many. */
static int keep(fd_set *set, int n, int what)
{
	int count = 0;
	for (int fd = 0; set && fd < n; fd++)
		if (FD_ISSET(fd, set) && ready(fd) & what)
			count++;
		else
			FD_CLR(fd, set);
	return count;
}

int select(int n, fd_set *in, fd_set *out, fd_set *except, struct timeval *limit)
{
	if (n < 0 || limit && (limit->tv_sec < 0 || limit->tv_usec < 0)) {
		errno = EINVAL;
		return -1;
	}
	n = n < FD_SETSIZE ? n : FD_SETSIZE;
	if (!open_all(in, n) || !open_all(out, n) || !open_all(except, n)) {
		errno = EBADF;
		return -1;
	}
	int count = keep(in, n, POLLIN) + keep(out, n, POLLOUT) + keep(except, n, 0);
	if (!count) {
		await(limit ? limit->tv_sec : -1, limit ? limit->tv_usec * 1000 : 0);
		if (limit)
			memset(limit, 0, sizeof *limit);
	}
	return count;
}

int poll(struct pollfd *fds, nfds_t n, int timeout)
{
	int count = 0;
	for (nfds_t i = 0; i < n; i++) {
		fds[i].revents = fds[i].fd < 0 ? 0 : ready(fds[i].fd) & (fds[i].events | POLLNVAL);
		count += fds[i].revents != 0;
	}
	if (!count)
		await(timeout < 0 ? -1 : timeout / 1000, timeout % 1000 * 1000000L);
	return count;
}
