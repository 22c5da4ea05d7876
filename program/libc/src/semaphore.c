/* Semaphores of one process. */
#include <errno.h>
#include <semaphore.h>
#include <rift/thread.h>

static int fail(int err)
{
	errno = err;
	return -1;
}

int sem_init(sem_t *s, int shared, unsigned int value)
{
	if (value > SEM_VALUE_MAX)
		return fail(EINVAL);
	s->__value = value;
	return 0;
}

int sem_destroy(sem_t *s)
{
	return 0;
}

static int take(sem_t *s, const struct timespec *length)
{
	while (!s->__value)
		if (__libc_thread_wait(s, length))
			return fail(ETIMEDOUT);
	s->__value--;
	__libc_acquire(s);
	return 0;
}

int sem_wait(sem_t *s)
{
	__libc_thread_point();
	return take(s, 0);
}

int sem_trywait(sem_t *s)
{
	__libc_thread_point();
	return s->__value ? take(s, 0) : fail(EAGAIN);
}

int sem_timedwait(sem_t *s, const struct timespec *until)
{
	struct timespec length;
	__libc_thread_point();
	if (s->__value)
		return take(s, 0);
	if (until->tv_nsec < 0 || until->tv_nsec >= 1000000000)
		return fail(EINVAL);
	__libc_until(until, &length);
	return take(s, &length);
}

int sem_clockwait(sem_t *s, clockid_t clock, const struct timespec *until)
{
	return sem_timedwait(s, until);
}

int sem_post(sem_t *s)
{
	if (s->__value == SEM_VALUE_MAX)
		return fail(EOVERFLOW);
	__libc_release(s);
	s->__value++;
	__libc_thread_wake(s, 0);
	__libc_thread_point();
	return 0;
}

int sem_getvalue(sem_t *s, int *value)
{
	*value = (int)s->__value;
	return 0;
}
