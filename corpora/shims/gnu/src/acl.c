/* Access control lists: no file has any. */
#include <config.h>
#include "acl.h"
#include <errno.h>
#include <error.h>
#include "quote.h"

int file_has_acl(char const *name, struct stat const *st)
{
	return 0;
}

int chmod_or_fchmod(char const *name, int fd, mode_t mode)
{
	return fd != -1 ? fchmod(fd, mode) : chmod(name, mode);
}

int qset_acl(char const *name, int fd, mode_t mode)
{
	return chmod_or_fchmod(name, fd, mode);
}

int set_acl(char const *name, int fd, mode_t mode)
{
	int result = qset_acl(name, fd, mode);
	if (result != 0)
		error(0, errno, "setting permissions for %s", quote(name));
	return result;
}

int qcopy_acl(char const *from, int from_fd, char const *to, int to_fd, mode_t mode)
{
	return qset_acl(to, to_fd, mode);
}

int copy_acl(char const *from, int from_fd, char const *to, int to_fd, mode_t mode)
{
	int result = qcopy_acl(from, from_fd, to, to_fd, mode);
	if (result != 0)
		error(0, errno, "preserving permissions for %s", quote(to));
	return result;
}
