/* Asking which descriptors are ready: all but watches of files, on which nothing
   happens. */
#include <rift/file.h>
#include <rift/vfs.h>
#include <rift/intrinsics.h>
#include <poll.h>
#include <string.h>
#include <sys/select.h>

/* Whether fd would let the program wait. */
static int blocks(int fd)
{
	struct ofile *o = __libc_fd(fd);
	return o && o->kind == K_WATCH;
}

/* Waits; for ever if seconds is negative. */
static void await(long seconds, long ns)
{
	if (seconds < 0)
		__rift_signal(0);
	__libc_doze(seconds, ns);
}

int select(int n, fd_set *in, fd_set *out, fd_set *except, struct timeval *limit)
{
	int ready = 0;
	for (int fd = 0; fd < n; fd++) {
		if (in && FD_ISSET(fd, in) && blocks(fd))
			FD_CLR(fd, in);
		ready += (in && FD_ISSET(fd, in)) + (out && FD_ISSET(fd, out));
	}
	if (except)
		memset(except, 0, sizeof *except);
	if (!ready)
		await(limit ? limit->tv_sec : -1, limit ? limit->tv_usec * 1000 : 0);
	return ready;
}

int poll(struct pollfd *fds, nfds_t n, int timeout)
{
	int ready = 0;
	for (nfds_t i = 0; i < n; i++) {
		fds[i].revents = fds[i].fd < 0 || blocks(fds[i].fd) ? 0 : fds[i].events & (POLLIN | POLLOUT);
		ready += fds[i].revents != 0;
	}
	if (!ready)
		await(timeout < 0 ? -1 : timeout / 1000, timeout % 1000 * 1000000L);
	return ready;
}
