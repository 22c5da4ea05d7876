#ifndef _SYS_BITYPES_H
#define _SYS_BITYPES_H
#include <sys/types.h>

#endif
