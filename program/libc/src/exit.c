#include <stdlib.h>
#include <rift/file.h>

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
