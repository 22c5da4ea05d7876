/* Watches of files, and which descriptors are ready. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <sys/inotify.h>
#include <sys/select.h>
#include <sys/stat.h>

static void say(const char *what, long result)
{
	printf("%s: %ld %s\n", what, result, result < 0 ? strerror(errno) : "");
}

#define SAY(call) say(#call, (call))

static void polled(int fd, int events)
{
	struct pollfd one = {.fd = fd, .events = events, .revents = 77};
	errno = 0;
	int n = poll(&one, 1, 0);
	printf("poll: %d %x %s\n", n, one.revents, errno ? strerror(errno) : "");
}

static void selected(int fd, long seconds, long us)
{
	fd_set in;
	struct timeval limit = {seconds, us};
	FD_ZERO(&in);
	FD_SET(fd, &in);
	int n = select(fd + 1, &in, 0, 0, &limit);
	printf("select: %d %s\n", n, n < 0 ? strerror(errno) : FD_ISSET(fd, &in) ? "ready" : "not ready");
}

static long number(const char *path)
{
	struct stat st;
	return stat(path, &st) < 0 ? -1 : (long)st.st_ino;
}

int main(void)
{
	char buf[256];
	int file = open("sub/a.txt", O_RDONLY), w = inotify_init1(IN_NONBLOCK), closed = dup(file);
	close(closed);
	SAY(inotify_init1(1));
	SAY(inotify_add_watch(w, "sub/a.txt", IN_MODIFY));
	SAY(inotify_add_watch(w, "sub", IN_CREATE));
	SAY(inotify_add_watch(w, "link/a.txt", IN_MODIFY));
	SAY(inotify_add_watch(w, "link", IN_CREATE));
	SAY(inotify_add_watch(w, "none", IN_MODIFY));
	SAY(inotify_add_watch(w, "b.txt", 0));
	SAY(inotify_add_watch(w, "b.txt", IN_MODIFY | IN_ONLYDIR));
	SAY(inotify_add_watch(file, "b.txt", IN_MODIFY));
	SAY(inotify_add_watch(closed, "b.txt", IN_MODIFY));
	SAY(inotify_rm_watch(w, 9));
	SAY(inotify_rm_watch(file, 1));
	SAY(inotify_rm_watch(closed, 1));
	SAY(read(w, buf, sizeof buf));
	SAY(lseek(w, 0, SEEK_SET));
	polled(w, POLLIN);
	polled(file, POLLIN);
	polled(closed, POLLIN);
	polled(-1, POLLIN);
	selected(w, 0, 1);
	selected(file, 0, 0);
	selected(closed, 0, 0);
	selected(w, -1, 0);
	selected(w, 0, -1);
	SAY(inotify_rm_watch(w, 1));
	SAY(inotify_rm_watch(w, 1));
	SAY(inotify_add_watch(w, "b.txt", IN_MODIFY));
	SAY(inotify_add_watch(w, "sub/a.txt", IN_MODIFY));
	printf("%d %d\n", number("sub") == number("link"), number("sub/a.txt") == number("link/a.txt"));
	return 0;
}
