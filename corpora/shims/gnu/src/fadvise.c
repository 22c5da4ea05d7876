#include <config.h>
#include "fadvise.h"

void fdadvise(int fd, off_t offset, off_t n, fadvice_t advice)
{
	int ignored = posix_fadvise(fd, offset, n, advice);
	(void)ignored;
}

void fadvise(FILE *f, fadvice_t advice)
{
	if (f)
		fdadvise(fileno(f), 0, 0, advice);
}
