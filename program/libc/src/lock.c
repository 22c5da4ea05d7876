/* What threads wait for: mutexes, condition variables, read-write locks, barriers,
   spinlocks. Nothing runs between two operations of the library but where it waits or
   asks whether others shall go on. */
#include <errno.h>
#include <pthread.h>
#include <rift/thread.h>

/* How long it is until a time; reports false if that is none. */
static int time_left(const struct timespec *until, struct timespec *length)
{
	if (until->tv_nsec < 0 || until->tv_nsec >= 1000000000)
		return 0;
	__libc_until(until, length);
	return 1;
}

int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attr)
{
	*m = (pthread_mutex_t){0, attr ? *attr : 0, 0, {0}};
	return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *m)
{
	return m->__locked ? EBUSY : 0;
}

/* Takes a mutex that may be held; length says how long to wait. */
static int take(pthread_mutex_t *m, const struct timespec *length)
{
	while (m->__locked)
		if (__libc_thread_wait(m, length))
			return ETIMEDOUT;
	m->__locked = 1;
	m->__owner = __libc_thread->id;
	__libc_acquire(m);
	return 0;
}

static int mine(const pthread_mutex_t *m)
{
	return m->__locked && m->__owner == __libc_thread->id;
}

/* What a lock of a mutex by the thread that holds it does, -1 if it waits. */
static int again(pthread_mutex_t *m)
{
	if (!mine(m))
		return -1;
	if (m->__kind == PTHREAD_MUTEX_RECURSIVE) {
		m->__locked++;
		return 0;
	}
	return m->__kind == PTHREAD_MUTEX_ERRORCHECK ? EDEADLK : -1;
}

int pthread_mutex_lock(pthread_mutex_t *m)
{
	__libc_thread_point();
	int r = again(m);
	return r >= 0 ? r : take(m, 0);
}

int pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *until)
{
	struct timespec length;
	__libc_thread_point();
	int r = again(m);
	if (r >= 0)
		return r;
	if (m->__locked && !time_left(until, &length))
		return EINVAL;
	return take(m, &length);
}

int pthread_mutex_clocklock(pthread_mutex_t *m, clockid_t clock, const struct timespec *until)
{
	return pthread_mutex_timedlock(m, until);
}

int pthread_mutex_trylock(pthread_mutex_t *m)
{
	__libc_thread_point();
	if (m->__locked)
		return mine(m) && m->__kind == PTHREAD_MUTEX_RECURSIVE ? again(m) : EBUSY;
	return take(m, 0);
}

static void release(pthread_mutex_t *m)
{
	__libc_release(m);
	m->__locked = 0;
	m->__owner = 0;
	__libc_thread_wake(m, 0);
}

/* As in glibc, a normal mutex is unlocked by whoever says so. */
int pthread_mutex_unlock(pthread_mutex_t *m)
{
	if (!mine(m) && (m->__kind == PTHREAD_MUTEX_RECURSIVE || m->__kind == PTHREAD_MUTEX_ERRORCHECK))
		return EPERM;
	if (m->__locked > 1) {
		m->__locked--;
		return 0;
	}
	release(m);
	__libc_thread_point();
	return 0;
}

int pthread_mutexattr_init(pthread_mutexattr_t *attr)
{
	*attr = PTHREAD_MUTEX_DEFAULT;
	return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *attr)
{
	return 0;
}

int pthread_mutexattr_settype(pthread_mutexattr_t *attr, int type)
{
	if (type < PTHREAD_MUTEX_NORMAL || type > PTHREAD_MUTEX_ADAPTIVE_NP)
		return EINVAL;
	*attr = type;
	return 0;
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *attr, int *type)
{
	*type = *attr;
	return 0;
}

int pthread_mutexattr_setpshared(pthread_mutexattr_t *attr, int shared)
{
	return shared == PTHREAD_PROCESS_PRIVATE || shared == PTHREAD_PROCESS_SHARED ? 0 : EINVAL;
}

int pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *attr)
{
	*c = (pthread_cond_t){{0}};
	return 0;
}

int pthread_cond_destroy(pthread_cond_t *c)
{
	return 0;
}

static int wait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *length)
{
	if (!mine(m) && (m->__kind == PTHREAD_MUTEX_RECURSIVE || m->__kind == PTHREAD_MUTEX_ERRORCHECK))
		return EPERM;
	int held = m->__locked;
	release(m);
	int late = __libc_thread_wait(c, length);
	take(m, 0);
	m->__locked = held;
	return late ? ETIMEDOUT : 0;
}

int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
	return wait(c, m, 0);
}

int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until)
{
	struct timespec length;
	if (!time_left(until, &length))
		return EINVAL;
	return wait(c, m, &length);
}

int pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock, const struct timespec *until)
{
	return pthread_cond_timedwait(c, m, until);
}

int pthread_cond_signal(pthread_cond_t *c)
{
	__libc_thread_point();
	__libc_thread_wake(c, 0);
	return 0;
}

int pthread_cond_broadcast(pthread_cond_t *c)
{
	__libc_thread_point();
	__libc_thread_wake(c, 1);
	return 0;
}

int pthread_condattr_init(pthread_condattr_t *attr)
{
	*attr = CLOCK_REALTIME;
	return 0;
}

int pthread_condattr_destroy(pthread_condattr_t *attr)
{
	return 0;
}

int pthread_condattr_setclock(pthread_condattr_t *attr, clockid_t clock)
{
	if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
		return EINVAL;
	*attr = clock;
	return 0;
}

int pthread_condattr_getclock(const pthread_condattr_t *attr, clockid_t *clock)
{
	*clock = *attr;
	return 0;
}

int pthread_condattr_setpshared(pthread_condattr_t *attr, int shared)
{
	return shared == PTHREAD_PROCESS_PRIVATE || shared == PTHREAD_PROCESS_SHARED ? 0 : EINVAL;
}

int pthread_rwlock_init(pthread_rwlock_t *l, const pthread_rwlockattr_t *attr)
{
	*l = (pthread_rwlock_t){0, 0, {0}};
	return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *l)
{
	return 0;
}

static int read_lock(pthread_rwlock_t *l, const struct timespec *length)
{
	if (l->__writer == __libc_thread->id)
		return EDEADLK;
	while (l->__writer)
		if (__libc_thread_wait(l, length))
			return ETIMEDOUT;
	l->__readers++;
	__libc_acquire(l);
	return 0;
}

static int write_lock(pthread_rwlock_t *l, const struct timespec *length)
{
	if (l->__writer == __libc_thread->id)
		return EDEADLK;
	while (l->__writer || l->__readers)
		if (__libc_thread_wait(l, length))
			return ETIMEDOUT;
	l->__writer = __libc_thread->id;
	__libc_acquire(l);
	return 0;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *l)
{
	__libc_thread_point();
	return read_lock(l, 0);
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t *l)
{
	__libc_thread_point();
	return l->__writer ? EBUSY : read_lock(l, 0);
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *l, const struct timespec *until)
{
	struct timespec length;
	__libc_thread_point();
	return time_left(until, &length) ? read_lock(l, &length) : EINVAL;
}

int pthread_rwlock_wrlock(pthread_rwlock_t *l)
{
	__libc_thread_point();
	return write_lock(l, 0);
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *l)
{
	__libc_thread_point();
	return l->__writer || l->__readers ? EBUSY : write_lock(l, 0);
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *l, const struct timespec *until)
{
	struct timespec length;
	__libc_thread_point();
	return time_left(until, &length) ? write_lock(l, &length) : EINVAL;
}

int pthread_rwlock_unlock(pthread_rwlock_t *l)
{
	__libc_release(l);
	if (l->__writer)
		l->__writer = 0;
	else if (l->__readers > 0)
		l->__readers--;
	if (!l->__readers)
		__libc_thread_wake(l, 1);
	__libc_thread_point();
	return 0;
}

int pthread_rwlockattr_init(pthread_rwlockattr_t *attr)
{
	*attr = 0;
	return 0;
}

int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attr)
{
	return 0;
}

int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *attr, int shared)
{
	return shared == PTHREAD_PROCESS_PRIVATE || shared == PTHREAD_PROCESS_SHARED ? 0 : EINVAL;
}

int pthread_barrier_init(pthread_barrier_t *b, const pthread_barrierattr_t *attr, unsigned int count)
{
	if (count == 0)
		return EINVAL;
	*b = (pthread_barrier_t){count, 0, 0, {0}};
	return 0;
}

int pthread_barrier_destroy(pthread_barrier_t *b)
{
	return 0;
}

int pthread_barrier_wait(pthread_barrier_t *b)
{
	__libc_thread_point();
	__libc_release(b);
	if (++b->__arrived == b->__count) {
		b->__arrived = 0;
		b->__round++;
		__libc_thread_wake(b, 1);
		__libc_acquire(b);
		return PTHREAD_BARRIER_SERIAL_THREAD;
	}
	for (unsigned long round = b->__round; b->__round == round;)
		__libc_thread_wait(b, 0);
	__libc_acquire(b);
	return 0;
}

int pthread_barrierattr_init(pthread_barrierattr_t *attr)
{
	*attr = 0;
	return 0;
}

int pthread_barrierattr_destroy(pthread_barrierattr_t *attr)
{
	return 0;
}

int pthread_barrierattr_setpshared(pthread_barrierattr_t *attr, int shared)
{
	return shared == PTHREAD_PROCESS_PRIVATE || shared == PTHREAD_PROCESS_SHARED ? 0 : EINVAL;
}

/* A lock that would be tried for ever waits, so that nobody is waited for in vain
   without a word. */
int pthread_spin_init(pthread_spinlock_t *l, int shared)
{
	*l = 0;
	return 0;
}

int pthread_spin_destroy(pthread_spinlock_t *l)
{
	return 0;
}

int pthread_spin_lock(pthread_spinlock_t *l)
{
	__libc_thread_point();
	while (*l)
		__libc_thread_wait((const void *)l, 0);
	*l = 1;
	__libc_acquire(l);
	return 0;
}

int pthread_spin_trylock(pthread_spinlock_t *l)
{
	__libc_thread_point();
	if (*l)
		return EBUSY;
	*l = 1;
	__libc_acquire(l);
	return 0;
}

int pthread_spin_unlock(pthread_spinlock_t *l)
{
	__libc_release(l);
	*l = 0;
	__libc_thread_wake((const void *)l, 0);
	__libc_thread_point();
	return 0;
}
