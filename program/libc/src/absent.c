/* Services of the system that a run does not have: dynamic linking, stack
   traces, entropy, file system statistics. */
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <rift/file.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <unistd.h>

static const char *problem;

void *dlopen(const char *name, int mode)
{
	problem = "dynamic loading is not supported";
	return 0;
}

void *dlsym(void *handle, const char *name)
{
	problem = "dynamic loading is not supported";
	return 0;
}

int dlclose(void *handle)
{
	return -1;
}

char *dlerror(void)
{
	char *last = (char *)problem;
	problem = 0;
	return last;
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

/* Programs then copy by reading and writing. */
ssize_t copy_file_range(int in, off_t *in_at, int out, off_t *out_at, size_t n, unsigned int flags)
{
	errno = ENOSYS;
	return -1;
}
