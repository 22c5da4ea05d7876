#pragma once
#include <sys/stat.h>
#include "dev-ino.h"
#include "same-inode.h"
struct dev_ino *get_root_dev_ino(struct dev_ino *);
#define ROOT_DEV_INO_CHECK(root, st) ((root) && SAME_INODE(*(st), *(root)))
#define ROOT_DEV_INO_WARN(name)                                                                                       \
	do {                                                                                                          \
		if (strcmp(name, "/") == 0)                                                                           \
			error(0, 0, _("it is dangerous to operate recursively on %s"), quote(name));                  \
		else                                                                                                  \
			error(0, 0, _("it is dangerous to operate recursively on %s (same as %s)"), quote_n(0, name), \
			      quote_n(1, "/"));                                                                       \
		error(0, 0, _("use --no-preserve-root to override this failsafe"));                                   \
	} while (0)
