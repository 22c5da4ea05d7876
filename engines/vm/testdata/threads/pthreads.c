// What POSIX threads return and do, whatever the schedule.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void *twice(void *p) { return (void *)(2 * (long)p); }
static void *leave(void *p) { if (p) pthread_exit((void *)((long)p + 1)); return 0; }
static void *recurse(void *p) { long n = (long)p; int here[8] = { 1 }; return (void *)(n ? (long)recurse((void *)(n - 1)) + here[0] : 0); }

static void lives(void)
{
	pthread_t t[10];
	void *r;
	long sum = 0;
	for (long i = 0; i < 10; i++)
		pthread_create(&t[i], 0, i % 3 ? twice : i % 2 ? leave : recurse, (void *)(i * 10));
	for (int i = 9; i >= 0; i--) {
		printf("join %d", pthread_join(t[i], &r));
		printf(" %ld\n", (long)r);
		sum += (long)r;
	}
	printf("%ld; self %d, equal %d %d\n", sum, pthread_join(pthread_self(), 0) == EDEADLK, !pthread_equal(t[0], t[1]), pthread_equal(pthread_self(), pthread_self()) != 0);
	pthread_attr_t a;
	int state;
	size_t size;
	pthread_attr_init(&a);
	pthread_attr_getdetachstate(&a, &state);
	printf("attr %d", state == PTHREAD_CREATE_JOINABLE);
	printf(" %d", pthread_attr_setstacksize(&a, 100) == EINVAL);
	printf(" %d", pthread_attr_setstacksize(&a, 1 << 20));
	pthread_attr_getstacksize(&a, &size);
	printf(" %zu", size);
	printf(" %d\n", pthread_attr_setdetachstate(&a, 7) == EINVAL);
	pthread_attr_destroy(&a);
}

/* Kinds of mutexes. */
static pthread_mutex_t shared = PTHREAD_MUTEX_INITIALIZER;
static void *try(void *m) { return (void *)(long)pthread_mutex_trylock(m); }
static void *release(void *m) { return (void *)(long)pthread_mutex_unlock(m); }
static long in_thread(void *(*f)(void *), void *arg)
{
	pthread_t t;
	void *r;
	pthread_create(&t, 0, f, arg);
	pthread_join(t, &r);
	return (long)r;
}
static void mutexes(void)
{
	static const int kinds[] = { PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_RECURSIVE, PTHREAD_MUTEX_ERRORCHECK };
	for (int i = 0; i < 3; i++) {
		pthread_mutexattr_t a;
		pthread_mutex_t m;
		int kind;
		pthread_mutexattr_init(&a);
		printf("type %d", pthread_mutexattr_settype(&a, kinds[i]));
		pthread_mutexattr_gettype(&a, &kind);
		pthread_mutex_init(&m, &a);
		printf(" %d:", kind == kinds[i]);
		printf(" %d", pthread_mutex_lock(&m));
		printf(" %d", pthread_mutex_trylock(&m) == EBUSY);
		if (kinds[i] != PTHREAD_MUTEX_NORMAL)
			printf(" %d", pthread_mutex_lock(&m) == EDEADLK);
		printf(" %d", in_thread(try, &m) == EBUSY);
		if (kinds[i] != PTHREAD_MUTEX_NORMAL)
			printf(" %d", in_thread(release, &m) == EPERM);
		printf(" %d", pthread_mutex_destroy(&m) == EBUSY);
		printf(" %d", pthread_mutex_unlock(&m));
		if (kinds[i] == PTHREAD_MUTEX_RECURSIVE) {
			printf(" %d", pthread_mutex_unlock(&m));
			printf(" %d", pthread_mutex_unlock(&m));
		}
		if (kinds[i] != PTHREAD_MUTEX_NORMAL)
			printf(" %d", pthread_mutex_unlock(&m) == EPERM);
		printf(" %d\n", pthread_mutex_destroy(&m));
	}
	pthread_mutex_t r = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, e = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
	int again = pthread_mutex_lock(&r) + pthread_mutex_lock(&r) + pthread_mutex_lock(&e);
	printf("%d %d\n", again, pthread_mutex_lock(&e) == EDEADLK);
	struct timespec soon;
	pthread_mutex_lock(&shared);
	clock_gettime(CLOCK_REALTIME, &soon);
	soon.tv_nsec += 1000000;
	if (soon.tv_nsec >= 1000000000) {
		soon.tv_nsec -= 1000000000;
		soon.tv_sec++;
	}
	pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;
	pthread_mutex_lock(&held);
	printf("late %d\n", pthread_mutex_timedlock(&held, &soon) == ETIMEDOUT);
	soon.tv_nsec = -1;
	printf("bad %d\n", pthread_mutex_timedlock(&held, &soon) == EINVAL);
	pthread_mutex_unlock(&shared);
}

/* A bounded queue with two conditions. */
static struct { pthread_mutex_t lock; pthread_cond_t full, empty; int items[4], n, closed; long sum; } q = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER };
static void *produce(void *p)
{
	for (int i = 1; i <= 25; i++) {
		pthread_mutex_lock(&q.lock);
		while (q.n == 4)
			pthread_cond_wait(&q.full, &q.lock);
		q.items[q.n++] = i * (int)(long)p;
		pthread_cond_signal(&q.empty);
		pthread_mutex_unlock(&q.lock);
	}
	return 0;
}
static void *consume(void *p)
{
	long got = 0;
	for (;;) {
		pthread_mutex_lock(&q.lock);
		while (!q.n && !q.closed)
			pthread_cond_wait(&q.empty, &q.lock);
		if (!q.n)
			break;
		q.sum += q.items[--q.n];
		got++;
		pthread_cond_signal(&q.full);
		pthread_mutex_unlock(&q.lock);
	}
	pthread_mutex_unlock(&q.lock);
	return (void *)got;
}
static void conditions(void)
{
	pthread_t p[3], c[3];
	void *r;
	long got = 0;
	for (long i = 0; i < 3; i++) {
		pthread_create(&c[i], 0, consume, 0);
		pthread_create(&p[i], 0, produce, (void *)(i + 1));
	}
	for (int i = 0; i < 3; i++)
		pthread_join(p[i], 0);
	pthread_mutex_lock(&q.lock);
	q.closed = 1;
	pthread_mutex_unlock(&q.lock);
	pthread_cond_broadcast(&q.empty);
	for (int i = 0; i < 3; i++) {
		pthread_join(c[i], &r);
		got += (long)r;
	}
	printf("queue %ld %ld\n", got, q.sum);
	struct timespec until;
	pthread_cond_t never;
	pthread_condattr_t a;
	pthread_condattr_init(&a);
	printf("clock %d\n", pthread_condattr_setclock(&a, CLOCK_MONOTONIC));
	pthread_cond_init(&never, &a);
	clock_gettime(CLOCK_MONOTONIC, &until);
	pthread_mutex_lock(&q.lock);
	printf("past %d\n", pthread_cond_timedwait(&never, &q.lock, &until) == ETIMEDOUT);
	until.tv_sec--;
	printf("past %d\n", pthread_cond_timedwait(&never, &q.lock, &until) == ETIMEDOUT);
	pthread_mutex_unlock(&q.lock);
	pthread_cond_destroy(&never);
}

/* Barriers, read-write locks, spinlocks, once. */
static pthread_barrier_t barrier;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int rounds[3], serial, counted, inits, reads;
static void init(void) { usleep(10); inits++; }
static void *meet(void *p)
{
	pthread_once(&once, init);
	for (int i = 0; i < 3; i++) {
		pthread_spin_lock(&spin);
		rounds[i]++;
		pthread_spin_unlock(&spin);
		int r = pthread_barrier_wait(&barrier);
		if (r && r != PTHREAD_BARRIER_SERIAL_THREAD)
			abort();
		if (rounds[i] != 4)
			puts("too early");
		pthread_rwlock_rdlock(&rw);
		int n = counted;
		usleep(1);
		if (n != counted)
			puts("changed under a reader");
		pthread_rwlock_unlock(&rw);
		pthread_rwlock_wrlock(&rw);
		counted++;
		serial += r == PTHREAD_BARRIER_SERIAL_THREAD;
		pthread_rwlock_unlock(&rw);
		pthread_barrier_wait(&barrier);
	}
	return 0;
}
static void *try_read(void *p) { int r = pthread_rwlock_tryrdlock(&rw); if (!r) pthread_rwlock_unlock(&rw); return (void *)(long)r; }
static void *try_write(void *p) { int r = pthread_rwlock_trywrlock(&rw); if (!r) pthread_rwlock_unlock(&rw); return (void *)(long)r; }
static void meetings(void)
{
	pthread_t t[4];
	printf("barrier %d", pthread_barrier_init(&barrier, 0, 0) == EINVAL);
	printf(" %d\n", pthread_barrier_init(&barrier, 0, 4));
	pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], 0, meet, 0);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], 0);
	printf("%d serial, %d counted, %d initialised\n", serial, counted, inits);
	pthread_rwlock_rdlock(&rw);
	printf("read held: %d", in_thread(try_read, 0) == 0);
	printf(" %d", in_thread(try_write, 0) == EBUSY);
	pthread_rwlock_unlock(&rw);
	pthread_rwlock_wrlock(&rw);
	printf("; write held: %d", in_thread(try_read, 0) == EBUSY);
	printf(" %d", in_thread(try_write, 0) == EBUSY);
	printf(" %d", pthread_rwlock_wrlock(&rw) == EDEADLK);
	printf(" %d\n", pthread_rwlock_rdlock(&rw) == EDEADLK);
	pthread_rwlock_unlock(&rw);
	pthread_spin_lock(&spin);
	printf("spin %d\n", pthread_spin_trylock(&spin) == EBUSY);
	pthread_spin_unlock(&spin);
}

/* Semaphores. */
static sem_t ping, pong;
static void *player(void *p)
{
	for (int i = 0; i < 5; i++) {
		sem_wait(&ping);
		printf("pong %d\n", i);
		sem_post(&pong);
	}
	return 0;
}
static void semaphores(void)
{
	pthread_t t;
	int v;
	struct timespec past = { 1, 0 };
	sem_init(&ping, 0, 0);
	sem_init(&pong, 0, 0);
	pthread_create(&t, 0, player, 0);
	for (int i = 0; i < 5; i++) {
		printf("ping %d\n", i);
		sem_post(&ping);
		sem_wait(&pong);
	}
	pthread_join(t, 0);
	printf("%d %d", sem_trywait(&ping), errno == EAGAIN);
	printf(" %d %d", sem_timedwait(&ping, &past), errno == ETIMEDOUT);
	sem_post(&ping);
	sem_getvalue(&ping, &v);
	printf(" %d %d\n", v, sem_init(&pong, 0, -1));
}

/* Values of a thread's own. */
static pthread_key_t key, other;
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static long destroyed, again;
static _Thread_local int mine = 3;
static __thread struct { int n; char text[8]; const char *p; } own = { 1, "own", "p" };
static int *first;
static void destroy(void *p) { pthread_mutex_lock(&log_lock); destroyed += (long)p; pthread_mutex_unlock(&log_lock); }
static void revive(void *p) { again++; if (again < 3) pthread_setspecific(other, p); }
static void clean(void *p) { pthread_mutex_lock(&log_lock); destroyed += *(int *)p; pthread_mutex_unlock(&log_lock); }
static void *values(void *p)
{
	static _Thread_local int calls = 100;
	long n = (long)p;
	int local = 1000;
	if (pthread_getspecific(key) || mine != 3 || own.n != 1 || strcmp(own.text, "own") || *own.p != 'p' || ++calls != 101)
		puts("not fresh");
	pthread_setspecific(key, (void *)n);
	mine += (int)n;
	own.n += mine;
	own.text[0] = 'O';
	errno = (int)n;
	usleep(1);
	if ((long)pthread_getspecific(key) != n || mine != 3 + n || own.n != 4 + n || errno != n || &mine == first)
		puts("mixed up");
	if (n == 1)
		pthread_setspecific(other, p);
	pthread_cleanup_push(clean, &local);
	pthread_cleanup_push(clean, &mine);
	if (n == 2)
		pthread_exit(&again);
	pthread_cleanup_pop(0);
	pthread_cleanup_pop(n == 3);
	return 0;
}
static void keys(void)
{
	pthread_t t[4];
	pthread_key_create(&key, destroy);
	pthread_key_create(&other, revive);
	pthread_setspecific(key, &key);
	first = &mine;
	mine = 77;
	errno = 99;
	for (long i = 0; i < 4; i++)
		pthread_create(&t[i], 0, values, (void *)(i + 1));
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], 0);
	printf("%ld destroyed, %ld again, %d %d %d %d\n", destroyed, again, mine, own.n, errno, pthread_getspecific(key) == &key);
	pthread_key_delete(key);
	printf("%d %d\n", pthread_setspecific(key, 0) == EINVAL, pthread_key_delete(key) == EINVAL);
	pthread_key_create(&key, 0);
	printf("%d\n", pthread_getspecific(key) == 0);
}

/* Sleeping lets others run, in the order of their times. */
static pthread_mutex_t order_lock = PTHREAD_MUTEX_INITIALIZER;
static int order[4], slept;
static void *sleeper(void *p)
{
	usleep(60000 * (unsigned)(long)p);
	pthread_mutex_lock(&order_lock);
	order[slept++] = (int)(long)p;
	pthread_mutex_unlock(&order_lock);
	return p;
}
static void sleeps(void)
{
	pthread_t t;
	void *r = 0;
	time_t before = time(0);
	struct timespec until;
	for (long i = 4; i > 1; i--) {
		pthread_create(&t, 0, sleeper, (void *)i);
		pthread_detach(t);
	}
	pthread_create(&t, 0, sleeper, (void *)1);
	printf("try %d", pthread_tryjoin_np(t, &r) == EBUSY);
	clock_gettime(CLOCK_REALTIME, &until);
	printf(" %d", pthread_timedjoin_np(t, &r, &until) == ETIMEDOUT);
	sleep(1);
	printf(" %d %ld\n", pthread_tryjoin_np(t, &r), (long)r);
	pthread_mutex_lock(&order_lock);
	printf("order %d %d %d %d; %d\n", order[0], order[1], order[2], order[3], time(0) - before >= 1);
	pthread_mutex_unlock(&order_lock);
}

static void *last(void *p)
{
	pthread_join(*(pthread_t *)p, 0);
	puts("the last one");
	return 0;
}

int main(void)
{
	static pthread_t me, t;
	lives();
	mutexes();
	conditions();
	meetings();
	semaphores();
	keys();
	sleeps();
	me = pthread_self();
	pthread_create(&t, 0, last, &me);
	puts("main ends");
	pthread_exit(0);
}
