/* Failed assertions and abort. */
#include <assert.h>
#include <rift/file.h>
#include <stdlib.h>

void __assert_fail(const char *expr, const char *file, unsigned int line, const char *func)
{
	__libc_fprintf(&__libc_stderr, "%s: %s:%u: %s%sAssertion `%s' failed.\n",
	               __libc_progname(1), file, line, func ? func : "", func ? ": " : "", expr);
	abort();
}

void __assert_perror_fail(int err, const char *file, unsigned int line, const char *func)
{
	__libc_fprintf(&__libc_stderr, "%s: %s:%u: %s%sUnexpected error: %s.\n",
	               __libc_progname(1), file, line, func ? func : "", func ? ": " : "", __libc_strerror(err));
	abort();
}

void __assert(const char *expr, const char *file, int line)
{
	__assert_fail(expr, file, line, 0);
}

void (*__libc_abort_hook)(void);

void abort(void)
{
	if (__libc_abort_hook)
		__libc_abort_hook();
	__libc_signal_now(6);
}
