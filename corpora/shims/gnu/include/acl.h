/* No file has more than its permission bits. */
#pragma once
#include <stdbool.h>
#include <sys/stat.h>
#include <sys/types.h>
int file_has_acl(char const *, struct stat const *);
int qset_acl(char const *, int, mode_t);
int set_acl(char const *, int, mode_t);
int qcopy_acl(char const *, int, char const *, int, mode_t);
int copy_acl(char const *, int, char const *, int, mode_t);
int chmod_or_fchmod(char const *, int, mode_t);
#define GETFILECON_AVAILABLE 0
