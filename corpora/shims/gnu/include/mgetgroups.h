#pragma once
#include <sys/types.h>
int mgetgroups(char const *, gid_t, gid_t **);
int xgetgroups(char const *, gid_t, gid_t **);
