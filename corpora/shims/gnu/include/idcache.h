#pragma once
#include <sys/types.h>
char *getuser(uid_t);
char *getgroup(gid_t);
uid_t *getuidbyname(char const *);
gid_t *getgidbyname(char const *);
