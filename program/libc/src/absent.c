/* Services of the system in what a run has of them: stack traces, entropy, file
   system statistics, the processor. */
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <rift/file.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/random.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <unistd.h>

/* Nothing was loaded, so nothing went wrong. */
char *dlerror(void)
{
	return 0;
}

int backtrace(void **frames, int n)
{
	return 0;
}

char **backtrace_symbols(void *const *frames, int n)
{
	return calloc(1, sizeof(char *));
}

void backtrace_symbols_fd(void *const *frames, int n, int fd)
{
}

/* Repeatable by intent, as arc4random is. */
ssize_t getrandom(void *buf, size_t n, unsigned int flags)
{
	arc4random_buf(buf, n);
	return (ssize_t)n;
}

int getentropy(void *buf, size_t n)
{
	arc4random_buf(buf, n);
	return 0;
}

int get_nprocs(void)
{
	return 1;
}

int get_nprocs_conf(void)
{
	return 1;
}

/* One processor, a gigabyte of which half is free. */
int sysinfo(struct sysinfo *s)
{
	*s = (struct sysinfo){.uptime = 1, .totalram = 1ul << 30, .freeram = 1ul << 29, .procs = 1, .mem_unit = 1};
	return 0;
}

int sched_getcpu(void)
{
	return 0;
}

int sched_getaffinity(pid_t pid, size_t n, cpu_set_t *set)
{
	if (n < sizeof set->__bits[0] || n % sizeof set->__bits[0]) {
		errno = EINVAL;
		return -1;
	}
	for (size_t i = 0; i < n / sizeof set->__bits[0]; i++)
		set->__bits[i] = i == 0;
	return 0;
}

int sched_setaffinity(pid_t pid, size_t n, const cpu_set_t *set)
{
	if (n >= sizeof set->__bits[0] && CPU_ISSET(0, set))
		return 0;
	errno = EINVAL;
	return -1;
}

int __sched_cpucount(size_t n, const cpu_set_t *set)
{
	int count = 0;
	for (size_t i = 0; i < n / sizeof set->__bits[0]; i++)
		for (unsigned long word = set->__bits[i]; word; word &= word - 1)
			count++;
	return count;
}

int statvfs(const char *path, struct statvfs *st)
{
	*st = (struct statvfs){.f_bsize = 4096, .f_frsize = 4096, .f_blocks = 262144, .f_bfree = 131072, .f_bavail = 131072,
	                       .f_files = 65536, .f_ffree = 32768, .f_favail = 32768, .f_namemax = 255};
	return 0;
}

int fstatvfs(int fd, struct statvfs *st)
{
	return statvfs("", st);
}

int statfs(const char *path, struct statfs *st)
{
	*st = (struct statfs){.f_type = 0x01021994, .f_bsize = 4096, .f_frsize = 4096, .f_blocks = 262144, .f_bfree = 131072,
	                      .f_bavail = 131072, .f_files = 65536, .f_ffree = 32768, .f_namelen = 255};
	return 0;
}

int fstatfs(int fd, struct statfs *st)
{
	return statfs("", st);
}

unsigned long getauxval(unsigned long type)
{
	switch (type) {
	case AT_PAGESZ:
		return 4096;
	case AT_CLKTCK:
		return 100;
	case AT_UID:
	case AT_EUID:
		return getuid();
	case AT_GID:
	case AT_EGID:
		return getgid();
	case AT_SECURE:
	case AT_HWCAP2:
	case AT_FLAGS:
		return 0;
	}
	errno = ENOENT;
	return 0;
}

/* Programs then copy by reading and writing. */
ssize_t copy_file_range(int in, off_t *in_at, int out, off_t *out_at, size_t n, unsigned int flags)
{
	errno = ENOSYS;
	return -1;
}
