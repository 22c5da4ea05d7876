/* What every program carries: the beginning, the end, and the hooks by which
   upper layers are reached once they are in use. */
#include <rift/file.h>
#include <rift/intrinsics.h>
#include <stdlib.h>

int errno;

int *__errno_location(void)
{
	return &errno;
}

long (*__libc_read_hook)(int, void *, unsigned long);
long (*__libc_write_hook)(int, const void *, unsigned long);
int (*__libc_output_hook)(int);
long (*__libc_seek_hook)(int, long, int);
int (*__libc_close_hook)(int);
void (*__libc_atexit_hook)(int);
void (*__libc_stdio_hook)(void);
void (*__libc_files_hook)(void);

void __libc_exit_now(int status)
{
	if (__libc_files_hook)
		__libc_files_hook();
	__rift_exit(status);
}

void __libc_signal_now(int sig)
{
	if (__libc_files_hook)
		__libc_files_hook();
	__rift_signal(sig);
}

char **environ;

void __libc_environ_init(void)
{
	if (environ)
		return;
	int n = 0;
	while (__rift_env(n))
		n++;
	environ = __rift_alloc((n + 1) * sizeof *environ);
	for (int i = 0; i < n; i++)
		environ[i] = (char *)__rift_env(i);
	environ[n] = 0;
}

void __libc_exit(int status)
{
	if (__libc_atexit_hook)
		__libc_atexit_hook(status);
	if (__libc_stdio_hook)
		__libc_stdio_hook();
	__libc_exit_now(status);
}

void exit(int status)
{
	__libc_exit(status);
}

void _Exit(int status)
{
	__libc_exit_now(status);
}

void _exit(int status)
{
	__libc_exit_now(status);
}

extern int main();
static char **arguments(int *count)
{
	int n = 0;
	while (__rift_arg(n))
		n++;
	char **argv = __rift_alloc((n + 1) * sizeof *argv);
	for (int i = 0; i < n; i++)
		argv[i] = (char *)__rift_arg(i);
	argv[n] = 0;
	*count = n;
	return argv;
}

void __rift_start(void)
{
	int argc;
	char **argv = arguments(&argc);
	__libc_environ_init();
	__libc_exit(main(argc, argv, environ));
}
