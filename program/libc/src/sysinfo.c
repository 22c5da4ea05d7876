/* Who and where the process is: fixed answers, so that runs repeat. */
#include <rift/file.h>
#include <rift/vfs.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>

static int fail(int err)
{
	errno = err;
	return -1;
}

pid_t getpid(void)
{
	return 1000;
}

pid_t getppid(void)
{
	return 999;
}

pid_t getpgrp(void)
{
	return 1000;
}

pid_t getpgid(pid_t pid)
{
	return 1000;
}

int setpgid(pid_t pid, pid_t group)
{
	return 0;
}

pid_t setsid(void)
{
	return 1000;
}

pid_t getsid(pid_t pid)
{
	return 1000;
}

pid_t tcgetpgrp(int fd)
{
	return fail(ENOTTY);
}

int tcsetpgrp(int fd, pid_t group)
{
	return fail(ENOTTY);
}

uid_t getuid(void)
{
	return 1000;
}

uid_t geteuid(void)
{
	return 1000;
}

gid_t getgid(void)
{
	return 1000;
}

gid_t getegid(void)
{
	return 1000;
}

static int set_id(unsigned int id)
{
	return id == 1000 || id == -1u ? 0 : fail(EPERM);
}

int setuid(uid_t id)
{
	return set_id(id);
}

int seteuid(uid_t id)
{
	return set_id(id);
}

int setgid(gid_t id)
{
	return set_id(id);
}

int setegid(gid_t id)
{
	return set_id(id);
}

int setreuid(uid_t real, uid_t effective)
{
	return set_id(real) < 0 ? -1 : set_id(effective);
}

int setregid(gid_t real, gid_t effective)
{
	return set_id(real) < 0 ? -1 : set_id(effective);
}

int getgroups(int n, gid_t groups[])
{
	if (n > 0)
		groups[0] = 1000;
	return 1;
}

char *getlogin(void)
{
	return "user";
}

int getlogin_r(char *buf, size_t n)
{
	if (n < 5)
		return ERANGE;
	strcpy(buf, "user");
	return 0;
}

int gethostname(char *buf, size_t n)
{
	if (n < 10)
		return fail(ENAMETOOLONG);
	strcpy(buf, "localhost");
	return 0;
}

int sethostname(const char *name, size_t n)
{
	return fail(EPERM);
}

int getdomainname(char *buf, size_t n)
{
	if (n < 7)
		return fail(EINVAL);
	strcpy(buf, "(none)");
	return 0;
}

long gethostid(void)
{
	return 0;
}

int uname(struct utsname *u)
{
	memset(u, 0, sizeof *u);
	strcpy(u->sysname, "Linux");
	strcpy(u->nodename, "localhost");
	strcpy(u->release, "6.1.0");
	strcpy(u->version, "#1 SMP");
	strcpy(u->machine, "x86_64");
	strcpy(u->domainname, "(none)");
	return 0;
}

int nice(int by)
{
	return 0;
}

int getpriority(int which, id_t who)
{
	return 0;
}

int setpriority(int which, id_t who, int value)
{
	return 0;
}

long sysconf(int what)
{
	switch (what) {
	case _SC_ARG_MAX:
		return 2097152;
	case _SC_CLK_TCK:
		return 100;
	case _SC_OPEN_MAX:
		return NFDS;
	case _SC_PAGESIZE:
		return 4096;
	case _SC_NPROCESSORS_CONF:
	case _SC_NPROCESSORS_ONLN:
		return 1;
	case _SC_PHYS_PAGES:
	case _SC_AVPHYS_PAGES:
		return 262144;
	case _SC_CHILD_MAX:
		return 1024;
	case _SC_NGROUPS_MAX:
		return 65536;
	}
	return fail(EINVAL);
}

long pathconf(const char *path, int what)
{
	return what == _PC_NAME_MAX ? 255 : what == _PC_PATH_MAX || what == _PC_PIPE_BUF ? 4096 : fail(EINVAL);
}

long fpathconf(int fd, int what)
{
	return pathconf("", what);
}

size_t confstr(int what, char *buf, size_t n)
{
	const char *path = "/bin:/usr/bin";
	if (what != _CS_PATH)
		return 0;
	if (n)
		strlcpy(buf, path, n);
	return strlen(path) + 1;
}

int getpagesize(void)
{
	return 4096;
}

int getdtablesize(void)
{
	return NFDS;
}

void *sbrk(intptr_t by)
{
	errno = ENOMEM;
	return (void *)-1;
}

int brk(void *p)
{
	return fail(ENOMEM);
}

int ioctl(int fd, unsigned long request, ...)
{
	if (!__libc_fd(fd))
		return -1;
	if (request == FIONREAD && __libc_fds[fd]->kind == K_FILE) {
		va_list ap;
		va_start(ap, request);
		*va_arg(ap, int *) = (int)(__libc_fds[fd]->ino->size - __libc_fds[fd]->pos);
		va_end(ap);
		return 0;
	}
	return fail(ENOTTY);
}

int getrlimit(int what, struct rlimit *r)
{
	r->rlim_cur = what == RLIMIT_NOFILE ? NFDS : what == RLIMIT_STACK ? 8UL << 20 : RLIM_INFINITY;
	r->rlim_max = what == RLIMIT_NOFILE ? NFDS : RLIM_INFINITY;
	return 0;
}

int setrlimit(int what, const struct rlimit *r)
{
	return 0;
}

char *getpass(const char *prompt)
{
	errno = ENXIO;
	return 0;
}

char *ctermid(char *s)
{
	static char own[16];
	return strcpy(s ? s : own, "/dev/tty");
}

int getloadavg(double load[], int n)
{
	return -1;
}
