#include <stdlib.h>
#include <rift/file.h>

void (*__libc_abort_hook)(void);

void abort(void)
{
	if (__libc_abort_hook)
		__libc_abort_hook();
	__libc_signal_now(6);
}
