/* Where upper layers hook into lower ones once they are in use. */
#include <rift/file.h>
#include <rift/intrinsics.h>

long (*__libc_read_hook)(int, void *, unsigned long);
long (*__libc_write_hook)(int, const void *, unsigned long);
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
