#pragma once
#include <stdbool.h>
#include <sys/time.h>
#include <time.h>
#define TIMESPEC_NS(t) ((t).tv_nsec)
#define ST_TIME_CMP_NS(a, b, ns) ((a).st_##ns.tv_nsec - (b).st_##ns.tv_nsec)
static inline int timespec_cmp(struct timespec a, struct timespec b)
{
	if (a.tv_sec != b.tv_sec)
		return a.tv_sec < b.tv_sec ? -1 : 1;
	return a.tv_nsec < b.tv_nsec ? -1 : a.tv_nsec > b.tv_nsec;
}
static inline int timespec_sign(struct timespec a)
{
	return a.tv_sec ? a.tv_sec < 0 ? -1 : 1 : a.tv_nsec != 0;
}
void gettime(struct timespec *);
int settime(struct timespec const *);
struct timespec dtotimespec(double);
