/* The one thread there is: locks only count, and pthread_create is not had. */
#include <errno.h>
#include <pthread.h>
#include <rift/file.h>
#include <sched.h>

int pthread_join(pthread_t thread, void **result)
{
	return ESRCH;
}

int pthread_detach(pthread_t thread)
{
	return thread == 1 ? 0 : ESRCH;
}

char __libc_single_threaded = 1;

pthread_t pthread_self(void)
{
	return 1;
}

int pthread_equal(pthread_t a, pthread_t b)
{
	return a == b;
}

void pthread_exit(void *result)
{
	__libc_exit(0);
}

int sched_yield(void)
{
	return 0;
}

int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attr)
{
	*m = (pthread_mutex_t){0, attr ? *attr : 0, {0}};
	return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *m)
{
	return m->__locked ? EBUSY : 0;
}

/* A lock that is already held would block for ever: that is reported. */
int pthread_mutex_lock(pthread_mutex_t *m)
{
	if (m->__locked && m->__kind != PTHREAD_MUTEX_RECURSIVE)
		return EDEADLK;
	m->__locked++;
	return 0;
}

int pthread_mutex_trylock(pthread_mutex_t *m)
{
	return pthread_mutex_lock(m) ? EBUSY : 0;
}

int pthread_mutex_unlock(pthread_mutex_t *m)
{
	if (!m->__locked)
		return EPERM;
	m->__locked--;
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
	*attr = type;
	return 0;
}

int pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *attr)
{
	return 0;
}

int pthread_cond_destroy(pthread_cond_t *c)
{
	return 0;
}

/* Nobody could ever signal: that is reported instead of waiting. */
int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
	return EDEADLK;
}

int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until)
{
	return ETIMEDOUT;
}

int pthread_cond_signal(pthread_cond_t *c)
{
	return 0;
}

int pthread_cond_broadcast(pthread_cond_t *c)
{
	return 0;
}

int pthread_attr_init(pthread_attr_t *attr)
{
	return 0;
}

int pthread_attr_destroy(pthread_attr_t *attr)
{
	return 0;
}

int pthread_attr_setdetachstate(pthread_attr_t *attr, int state)
{
	return 0;
}

int pthread_attr_setstacksize(pthread_attr_t *attr, size_t size)
{
	return 0;
}

int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attr)
{
	return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *lock)
{
	return 0;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
	return 0;
}

int pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
	return 0;
}

int pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
	return 0;
}

int pthread_once(pthread_once_t *once, void (*f)(void))
{
	if (!*once) {
		*once = 1;
		f();
	}
	return 0;
}

#define KEYS 128
static struct {
	int used;
	void *value;
} keys[KEYS];

int pthread_key_create(pthread_key_t *key, void (*destroy)(void *))
{
	for (unsigned i = 0; i < KEYS; i++)
		if (!keys[i].used) {
			keys[i].used = 1;
			keys[i].value = 0;
			*key = i;
			return 0;
		}
	return EAGAIN;
}

int pthread_key_delete(pthread_key_t key)
{
	if (key >= KEYS || !keys[key].used)
		return EINVAL;
	keys[key].used = 0;
	return 0;
}

void *pthread_getspecific(pthread_key_t key)
{
	return key < KEYS ? keys[key].value : 0;
}

int pthread_setspecific(pthread_key_t key, const void *value)
{
	if (key >= KEYS || !keys[key].used)
		return EINVAL;
	keys[key].value = (void *)value;
	return 0;
}
