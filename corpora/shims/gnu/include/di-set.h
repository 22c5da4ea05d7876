/* Sets of files by device and inode. */
#pragma once
#include <sys/types.h>
struct di_set;
struct di_set *di_set_alloc(void);
int di_set_insert(struct di_set *, dev_t, ino_t);
int di_set_lookup(struct di_set *, dev_t, ino_t);
void di_set_free(struct di_set *);
