/* C11's names for POSIX threads. */
#include <errno.h>
#include <pthread.h>
#include <threads.h>
#include <time.h>
#include <rift/thread.h>

static int result(int problem)
{
	switch (problem) {
	case 0:
		return thrd_success;
	case ENOMEM:
		return thrd_nomem;
	case ETIMEDOUT:
		return thrd_timedout;
	case EBUSY:
		return thrd_busy;
	}
	return thrd_error;
}

int thrd_create(thrd_t *thread, thrd_start_t start, void *arg)
{
	return result(__libc_thread_create(thread, 0, 1, (void *(*)(void *))(void (*)(void))start, arg) ? ENOMEM : 0);
}

int thrd_join(thrd_t thread, int *status)
{
	void *r = 0;
	int problem = pthread_join(thread, &r);
	if (!problem && status)
		*status = (int)(long)r;
	return result(problem);
}

int thrd_detach(thrd_t thread)
{
	return result(pthread_detach(thread));
}

int thrd_equal(thrd_t a, thrd_t b)
{
	return a == b;
}

thrd_t thrd_current(void)
{
	return pthread_self();
}

int thrd_sleep(const struct timespec *time, struct timespec *rest)
{
	return nanosleep(time, rest) ? -1 : 0;
}

void thrd_yield(void)
{
	pthread_yield();
}

void thrd_exit(int status)
{
	pthread_exit((void *)(long)status);
}

int mtx_init(mtx_t *m, int kind)
{
	pthread_mutexattr_t attr;
	pthread_mutexattr_init(&attr);
	if (kind & mtx_recursive)
		pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
	return result(pthread_mutex_init(m, &attr));
}

int mtx_lock(mtx_t *m)
{
	return result(pthread_mutex_lock(m));
}

int mtx_trylock(mtx_t *m)
{
	return result(pthread_mutex_trylock(m));
}

int mtx_timedlock(mtx_t *m, const struct timespec *until)
{
	return result(pthread_mutex_timedlock(m, until));
}

int mtx_unlock(mtx_t *m)
{
	return result(pthread_mutex_unlock(m));
}

void mtx_destroy(mtx_t *m)
{
	pthread_mutex_destroy(m);
}

void call_once(once_flag *once, void (*f)(void))
{
	pthread_once(once, f);
}

int cnd_init(cnd_t *c)
{
	return result(pthread_cond_init(c, 0));
}

int cnd_signal(cnd_t *c)
{
	return result(pthread_cond_signal(c));
}

int cnd_broadcast(cnd_t *c)
{
	return result(pthread_cond_broadcast(c));
}

int cnd_wait(cnd_t *c, mtx_t *m)
{
	return result(pthread_cond_wait(c, m));
}

int cnd_timedwait(cnd_t *c, mtx_t *m, const struct timespec *until)
{
	return result(pthread_cond_timedwait(c, m, until));
}

void cnd_destroy(cnd_t *c)
{
	pthread_cond_destroy(c);
}

int tss_create(tss_t *key, tss_dtor_t destructor)
{
	return result(pthread_key_create(key, destructor));
}

void *tss_get(tss_t key)
{
	return pthread_getspecific(key);
}

int tss_set(tss_t key, void *value)
{
	return result(pthread_setspecific(key, value));
}

void tss_delete(tss_t key)
{
	pthread_key_delete(key);
}
