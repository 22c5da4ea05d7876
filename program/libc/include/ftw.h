#ifndef _FTW_H
#define _FTW_H
#include <sys/stat.h>
enum { FTW_F, FTW_D, FTW_DNR, FTW_NS, FTW_SL, FTW_DP };
#define FTW_PHYS 1
#define FTW_MOUNT 2
#define FTW_CHDIR 4
#define FTW_DEPTH 8
struct FTW {
	int base;
	int level;
};
int ftw(const char *, int (*)(const char *, const struct stat *, int), int);
int nftw(const char *, int (*)(const char *, const struct stat *, int, struct FTW *), int, int);
#endif
