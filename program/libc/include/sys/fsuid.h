#ifndef _SYS_FSUID_H
#define _SYS_FSUID_H
#include <sys/types.h>
int setfsuid(uid_t);
int setfsgid(gid_t);
#endif
