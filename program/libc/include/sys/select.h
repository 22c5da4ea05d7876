#ifndef _SYS_SELECT_H
#define _SYS_SELECT_H
#ifndef __timeval_defined
#define __timeval_defined
struct timeval {
	long tv_sec;
	long tv_usec;
};
#endif
#define FD_SETSIZE 1024
typedef struct {
	unsigned long __bits[16];
} fd_set;
typedef long fd_mask;
#define NFDBITS 64
#define FD_ZERO(s) __builtin_memset((s), 0, sizeof(fd_set))
#define FD_SET(d, s) ((s)->__bits[(d) / 64] |= 1UL << ((d) % 64))
#define FD_CLR(d, s) ((s)->__bits[(d) / 64] &= ~(1UL << ((d) % 64)))
#define FD_ISSET(d, s) (((s)->__bits[(d) / 64] & 1UL << ((d) % 64)) != 0)
int select(int, fd_set *, fd_set *, fd_set *, struct timeval *);
#endif
