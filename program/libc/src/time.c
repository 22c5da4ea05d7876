/* Reading the deterministic clock, and sleeping, for which time only passes on that
   clock: one that sleeps again and again, for ten minutes in all, waits for what nobody
   will do. */
#include <rift/file.h>
#include <rift/intrinsics.h>
#include <rift/thread.h>
#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/timeb.h>
#include <sys/times.h>

/* What was slept and waited, in all. */
struct timespec __libc_slept;
int (*__libc_doze_hook)(const struct timespec *);

/* Seconds, which may lag behind those of __libc_now: looking at less than seconds
   makes runs depend on how many steps they take. */
long __libc_seconds(void)
{
	return __rift_clock(0) + __libc_slept.tv_sec;
}

void __libc_now(struct timespec *t)
{
	t->tv_sec = __rift_clock(0) + __libc_slept.tv_sec;
	t->tv_nsec = __rift_clock(1) + __libc_slept.tv_nsec;
	if (t->tv_nsec >= 1000000000) {
		t->tv_nsec -= 1000000000;
		t->tv_sec++;
	}
}

time_t time(time_t *out)
{
	time_t t = __libc_seconds();
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
	struct timespec now;
	__libc_now(&now);
	tv->tv_sec = now.tv_sec;
	tv->tv_usec = now.tv_nsec / 1000;
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
	__libc_now(ts);
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

void __libc_until(const struct timespec *when, struct timespec *length)
{
	struct timespec now;
	__libc_now(&now);
	length->tv_sec = when->tv_sec - now.tv_sec;
	length->tv_nsec = when->tv_nsec - now.tv_nsec;
	if (length->tv_nsec < 0) {
		length->tv_nsec += 1000000000;
		length->tv_sec--;
	}
	if (length->tv_sec < 0)
		*length = (struct timespec){0, 0};
}

void __libc_doze(long seconds, long ns)
{
	static long slept, rest, times;
	struct timespec length = {seconds + ns / 1000000000, ns % 1000000000};
	rest += ns;
	slept += (seconds < 600 ? seconds : 600) + rest / 1000000000;
	rest %= 1000000000;
	if (++times >= 50 && slept >= 600)
		__rift_signal(0);
	if (__libc_doze_hook && __libc_doze_hook(&length))
		return;
	__libc_slept.tv_nsec += length.tv_nsec;
	__libc_slept.tv_sec += length.tv_sec + __libc_slept.tv_nsec / 1000000000;
	__libc_slept.tv_nsec %= 1000000000;
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
	struct timespec length = *want;
	if (flags & TIMER_ABSTIME)
		__libc_until(want, &length);
	__libc_doze(length.tv_sec, length.tv_nsec);
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
	struct timespec now;
	__libc_now(&now);
	t->time = now.tv_sec;
	t->millitm = (unsigned short)(now.tv_nsec / 1000000);
	return 0;
}

clock_t times(struct tms *t)
{
	memset(t, 0, sizeof *t);
	t->tms_utime = __rift_clock(2) / 10000;
	struct timespec now;
	__libc_now(&now);
	return now.tv_sec * 100 + now.tv_nsec / 10000000;
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

int __rift_no_setitimer(int which, const struct itimerval *value, struct itimerval *old);

int setitimer(int which, const struct itimerval *value, struct itimerval *old)
{
	if (value && (value->it_value.tv_sec || value->it_value.tv_usec))
		return __rift_no_setitimer(which, value, old);
	if (old)
		memset(old, 0, sizeof *old);
	return 0;
}
