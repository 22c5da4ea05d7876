/* Reading the deterministic clock, and sleeping, which takes no time: one that
   sleeps again and again, for ten minutes in all, waits for what nobody will do. */
#include <rift/file.h>
#include <rift/intrinsics.h>
#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/timeb.h>
#include <sys/times.h>

time_t time(time_t *out)
{
	time_t t = __rift_clock(0);
	if (out)
		*out = t;
	return t;
}

clock_t clock(void)
{
	return __rift_clock(2);
}

double difftime(time_t a, time_t b)
{
	return (double)(a - b);
}

int gettimeofday(struct timeval *tv, void *zone)
{
	tv->tv_sec = __rift_clock(0);
	tv->tv_usec = __rift_clock(1) / 1000;
	if (zone)
		memset(zone, 0, sizeof(struct timezone));
	return 0;
}

int settimeofday(const struct timeval *tv, const struct timezone *zone)
{
	errno = EPERM;
	return -1;
}

int clock_gettime(clockid_t id, struct timespec *ts)
{
	if (id == CLOCK_PROCESS_CPUTIME_ID || id == CLOCK_THREAD_CPUTIME_ID) {
		long us = __rift_clock(2);
		ts->tv_sec = us / 1000000;
		ts->tv_nsec = us % 1000000 * 1000;
		return 0;
	}
	ts->tv_sec = __rift_clock(0);
	ts->tv_nsec = __rift_clock(1);
	return 0;
}

int clock_settime(clockid_t id, const struct timespec *ts)
{
	errno = EPERM;
	return -1;
}

int clock_getres(clockid_t id, struct timespec *ts)
{
	if (ts) {
		ts->tv_sec = 0;
		ts->tv_nsec = 1;
	}
	return 0;
}

int timespec_get(struct timespec *ts, int base)
{
	clock_gettime(CLOCK_REALTIME, ts);
	return base;
}

void __libc_doze(long seconds, long ns)
{
	static long slept, rest, times;
	rest += ns;
	slept += (seconds < 600 ? seconds : 600) + rest / 1000000000;
	rest %= 1000000000;
	if (++times >= 50 && slept >= 600)
		__rift_signal(0);
}

int nanosleep(const struct timespec *want, struct timespec *rest)
{
	if (want->tv_nsec < 0 || want->tv_nsec >= 1000000000 || want->tv_sec < 0) {
		errno = EINVAL;
		return -1;
	}
	__libc_doze(want->tv_sec, want->tv_nsec);
	return 0;
}

int clock_nanosleep(clockid_t id, int flags, const struct timespec *want, struct timespec *rest)
{
	if (want->tv_nsec < 0 || want->tv_nsec >= 1000000000 || want->tv_sec < 0)
		return EINVAL;
	if (!(flags & TIMER_ABSTIME))
		__libc_doze(want->tv_sec, want->tv_nsec);
	return 0;
}

unsigned int sleep(unsigned int seconds)
{
	__libc_doze(seconds, 0);
	return 0;
}

int usleep(useconds_t us)
{
	__libc_doze(us / 1000000, us % 1000000 * 1000L);
	return 0;
}

int ftime(struct timeb *t)
{
	memset(t, 0, sizeof *t);
	t->time = __rift_clock(0);
	t->millitm = (unsigned short)(__rift_clock(1) / 1000000);
	return 0;
}

clock_t times(struct tms *t)
{
	memset(t, 0, sizeof *t);
	t->tms_utime = __rift_clock(2) / 10000;
	return __rift_clock(0) * 100 + __rift_clock(1) / 10000000;
}

int getrusage(int who, struct rusage *usage)
{
	long us = __rift_clock(2);
	memset(usage, 0, sizeof *usage);
	usage->ru_utime.tv_sec = us / 1000000;
	usage->ru_utime.tv_usec = us % 1000000;
	return 0;
}

int getitimer(int which, struct itimerval *value)
{
	memset(value, 0, sizeof *value);
	return 0;
}

int setitimer(int which, const struct itimerval *value, struct itimerval *old)
{
	if (old)
		memset(old, 0, sizeof *old);
	return 0;
}
