#include <config.h>
#include "closeout.h"
#include <errno.h>
#include <error.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <unistd.h>
#include "close-stream.h"
#include "closein.h"
#include "exitfail.h"
#include "quotearg.h"

static char const *out_name;
static char const *in_name;
static bool ignore_EPIPE;

void close_stdout_set_file_name(char const *name)
{
	out_name = name;
}

void close_stdin_set_file_name(char const *name)
{
	in_name = name;
}

void close_stdout_set_status(int status)
{
	exit_failure = status;
}

void close_stdout_set_ignore_EPIPE(bool ignore)
{
	ignore_EPIPE = ignore;
}

/* Closes a stream; an error of an earlier write counts. A stream that was
   closed before the program began is no error if nothing was written to it. */
int close_stream(FILE *f)
{
	bool pending = __fpending(f) != 0, earlier = ferror(f) != 0, failed = fclose(f) != 0;
	if (!earlier && !(failed && (pending || errno != EBADF)))
		return 0;
	if (!failed)
		errno = 0;
	return EOF;
}

void close_stdout(void)
{
	if (close_stream(stdout) != 0 && !(ignore_EPIPE && errno == EPIPE)) {
		if (out_name)
			error(0, errno, "%s: write error", quotearg_colon(out_name));
		else
			error(0, errno, "write error");
		_exit(exit_failure);
	}
	if (close_stream(stderr) != 0)
		_exit(exit_failure);
}

/* Puts back what was read ahead, where that is possible, then closes. */
void close_stdin(void)
{
	bool failed = false;
	if (__freading(stdin) && fseeko(stdin, 0, SEEK_CUR) == 0 && fflush(stdin) != 0)
		failed = true;
	if (close_stream(stdin) != 0)
		failed = true;
	if (failed) {
		if (in_name)
			error(0, errno, "%s: error closing file", quotearg_colon(in_name));
		else
			error(0, errno, "error closing file");
	}
	close_stdout();
	if (failed)
		_exit(exit_failure);
}
