/* POSIX threads: their lives, attributes, values by key, and what is done once. */
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <string.h>
#include <sys/prctl.h>
#include <rift/intrinsics.h>
#include <rift/thread.h>

int pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *), void *arg)
{
	return __libc_thread_create(thread, attr && attr->__detached == PTHREAD_CREATE_DETACHED, 0, start, arg);
}

int pthread_join(pthread_t thread, void **result)
{
	return __libc_thread_join(thread, result, 0);
}

int pthread_tryjoin_np(pthread_t thread, void **result)
{
	struct __libc_thread *t = __libc_thread_find(thread);
	if (t && !__libc_thread_ended(t)) {
		__libc_thread_point();
		return EBUSY;
	}
	return __libc_thread_join(thread, result, 0);
}

int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *until)
{
	if (!until)
		return pthread_join(thread, result);
	struct timespec length;
	if (until->tv_nsec < 0 || until->tv_nsec >= 1000000000)
		return EINVAL;
	__libc_until(until, &length);
	return __libc_thread_join(thread, result, &length);
}

int pthread_clockjoin_np(pthread_t thread, void **result, clockid_t clock, const struct timespec *until)
{
	return pthread_timedjoin_np(thread, result, until);
}

int pthread_detach(pthread_t thread)
{
	struct __libc_thread *t = __libc_thread_find(thread);
	if (!t)
		return ESRCH;
	if (t->detached)
		return EINVAL;
	t->detached = 1;
	return 0;
}

pthread_t pthread_self(void)
{
	return __libc_thread->id;
}

int pthread_equal(pthread_t a, pthread_t b)
{
	return a == b;
}

int sched_yield(void);

int pthread_yield(void)
{
	return sched_yield();
}

void __libc_cleanup_push(struct __libc_cleanup *c)
{
	c->next = __libc_thread->cleanups;
	__libc_thread->cleanups = c;
}

void __libc_cleanup_pop(int execute)
{
	struct __libc_cleanup *c = __libc_thread->cleanups;
	__libc_thread->cleanups = c->next;
	if (execute)
		c->f(c->arg);
}

void pthread_exit(void *result)
{
	while (__libc_thread->cleanups)
		__libc_cleanup_pop(1);
	__libc_thread_end(result);
}

/* Nobody cancels: pthread_cancel is not supported. */
static int choose(int state, int *old, int *present)
{
	if (state != 0 && state != 1)
		return EINVAL;
	if (old)
		*old = *present;
	*present = state;
	return 0;
}

int pthread_setcancelstate(int state, int *old)
{
	return choose(state, old, &__libc_thread->cancel[0]);
}

int pthread_setcanceltype(int type, int *old)
{
	return choose(type, old, &__libc_thread->cancel[1]);
}

void pthread_testcancel(void)
{
}

/* There is no fork. */
int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void))
{
	return 0;
}

int pthread_setname_np(pthread_t thread, const char *name)
{
	struct __libc_thread *t = __libc_thread_find(thread);
	if (!t)
		return ESRCH;
	if (strlen(name) >= sizeof t->name)
		return ERANGE;
	strcpy(t->name, name);
	return 0;
}

int pthread_getname_np(pthread_t thread, char *name, size_t n)
{
	struct __libc_thread *t = __libc_thread_find(thread);
	if (!t)
		return ESRCH;
	const char *known = t->name[0] ? t->name : "prog";
	if (n <= strlen(known))
		return ERANGE;
	strcpy(name, known);
	return 0;
}

int pthread_getconcurrency(void)
{
	return 0;
}

int pthread_setconcurrency(int level)
{
	return level < 0 ? EINVAL : 0;
}

/* Attributes that say nothing to a deterministic schedule are kept. */
int pthread_attr_init(pthread_attr_t *attr)
{
	memset(attr, 0, sizeof *attr);
	attr->__stacksize = 8 << 20;
	attr->__guardsize = 4096;
	return 0;
}

int pthread_attr_destroy(pthread_attr_t *attr)
{
	return 0;
}

int pthread_attr_setdetachstate(pthread_attr_t *attr, int state)
{
	return choose(state, 0, &attr->__detached);
}

int pthread_attr_getdetachstate(const pthread_attr_t *attr, int *state)
{
	*state = attr->__detached;
	return 0;
}

int pthread_attr_setstacksize(pthread_attr_t *attr, size_t size)
{
	if (size < 16384)
		return EINVAL;
	attr->__stacksize = size;
	return 0;
}

int pthread_attr_getstacksize(const pthread_attr_t *attr, size_t *size)
{
	*size = attr->__stacksize;
	return 0;
}

int pthread_attr_setguardsize(pthread_attr_t *attr, size_t size)
{
	attr->__guardsize = size;
	return 0;
}

int pthread_attr_getguardsize(const pthread_attr_t *attr, size_t *size)
{
	*size = attr->__guardsize;
	return 0;
}

int pthread_attr_setstack(pthread_attr_t *attr, void *stack, size_t size)
{
	if (size < 16384)
		return EINVAL;
	attr->__stack = stack;
	attr->__stacksize = size;
	return 0;
}

int pthread_attr_getstack(const pthread_attr_t *attr, void **stack, size_t *size)
{
	*stack = attr->__stack;
	*size = attr->__stacksize;
	return 0;
}

int pthread_attr_setscope(pthread_attr_t *attr, int scope)
{
	if (scope == PTHREAD_SCOPE_PROCESS)
		return ENOTSUP;
	return choose(scope, 0, &attr->__kinds[0]);
}

int pthread_attr_getscope(const pthread_attr_t *attr, int *scope)
{
	*scope = attr->__kinds[0];
	return 0;
}

int pthread_attr_setinheritsched(pthread_attr_t *attr, int inherit)
{
	return choose(inherit, 0, &attr->__kinds[1]);
}

int pthread_attr_getinheritsched(const pthread_attr_t *attr, int *inherit)
{
	*inherit = attr->__kinds[1];
	return 0;
}

int pthread_attr_setschedpolicy(pthread_attr_t *attr, int policy)
{
	if (policy < 0 || policy > 2)
		return EINVAL;
	attr->__kinds[2] = policy;
	return 0;
}

int pthread_attr_getschedpolicy(const pthread_attr_t *attr, int *policy)
{
	*policy = attr->__kinds[2];
	return 0;
}

int pthread_attr_setschedparam(pthread_attr_t *attr, const struct sched_param *param)
{
	attr->__priority = *param;
	return 0;
}

int pthread_attr_getschedparam(const pthread_attr_t *attr, struct sched_param *param)
{
	*param = attr->__priority;
	return 0;
}

enum { NEVER, NOW, DONE };

int pthread_once(pthread_once_t *once, void (*f)(void))
{
	__libc_thread_point();
	while (*once == NOW)
		__libc_thread_wait(once, 0);
	if (*once == NEVER) {
		*once = NOW;
		f();
		__libc_release(once);
		*once = DONE;
		__libc_thread_wake(once, 1);
	}
	__libc_acquire(once);
	return 0;
}

/* Values by key. A key that is made again has another age, and no values. */
enum { KEYS = 1024, ROUNDS = 4 };
static struct {
	unsigned long age;
	int used;
	void (*destroy)(void *);
} keys[KEYS];

struct __libc_value {
	unsigned long age;
	void *value;
};

static void destroy_values(void)
{
	struct __libc_thread *me = __libc_thread;
	int again = 1;
	for (int n = 0; n < ROUNDS && again; n++) {
		again = 0;
		for (unsigned int i = 0; i < me->nvalues; i++) {
			void *v = me->values[i].value;
			if (!v || !keys[i].used || me->values[i].age != keys[i].age)
				continue;
			me->values[i].value = 0;
			if (keys[i].destroy) {
				again = 1;
				keys[i].destroy(v);
			}
		}
	}
	if (me->values)
		__rift_free(me->values);
	me->values = 0;
	me->nvalues = 0;
}

int pthread_key_create(pthread_key_t *key, void (*destroy)(void *))
{
	for (unsigned int i = 0; i < KEYS; i++)
		if (!keys[i].used) {
			keys[i].used = 1;
			keys[i].age++;
			keys[i].destroy = destroy;
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
	struct __libc_thread *me = __libc_thread;
	if (key >= me->nvalues || me->values[key].age != keys[key].age)
		return 0;
	return me->values[key].value;
}

int pthread_setspecific(pthread_key_t key, const void *value)
{
	struct __libc_thread *me = __libc_thread;
	if (key >= KEYS || !keys[key].used)
		return EINVAL;
	if (key >= me->nvalues) {
		struct __libc_value *more = __rift_alloc((key + 8) * sizeof *more);
		if (!more)
			return ENOMEM;
		for (unsigned int i = 0; i < key + 8; i++)
			more[i] = i < me->nvalues ? me->values[i] : (struct __libc_value){0, 0};
		if (me->values)
			__rift_free(me->values);
		me->values = more;
		me->nvalues = key + 8;
		__libc_thread_values_hook = destroy_values;
	}
	me->values[key].age = keys[key].age;
	me->values[key].value = (void *)value;
	return 0;
}

int __rift_no_prctl(int what);

/* Of what a process can be told about itself, the names of threads. */
int prctl(int what, ...)
{
	va_list list;
	va_start(list, what);
	char *name = va_arg(list, char *);
	va_end(list);
	switch (what) {
	case PR_SET_NAME:
		strncpy(__libc_thread->name, name, sizeof __libc_thread->name - 1);
		return 0;
	case PR_GET_NAME:
		strcpy(name, __libc_thread->name[0] ? __libc_thread->name : "prog");
		return 0;
	}
	return __rift_no_prctl(what);
}
