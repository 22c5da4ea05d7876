// C11's threads.
#include <stdio.h>
#include <stdatomic.h>
#include <threads.h>
#include <time.h>

static mtx_t m;
static cnd_t c;
static tss_t key;
static once_flag once = ONCE_FLAG_INIT;
static atomic_int started, total, ready;
static atomic_flag lock = ATOMIC_FLAG_INIT;
static _Atomic long big;
static volatile int stop;
static int plain, made, turn;
static thread_local int own = 5;

static void make(void) { made++; }
static void drop(void *p) { *(int *)p += 1; }

static int work(void *p)
{
	int n = *(int *)p;
	call_once(&once, make);
	tss_set(key, p);
	atomic_fetch_add(&started, 1);
	while (!atomic_load(&ready))
		;
	for (int i = 0; i < 200; i++) {
		total++;
		big += 3;
		while (atomic_flag_test_and_set(&lock))
			thrd_yield();
		plain++;
		own++;
		atomic_flag_clear(&lock);
	}
	mtx_lock(&m);
	while (turn != n)
		cnd_wait(&c, &m);
	printf("turn %d, own %d\n", n, own);
	turn++;
	cnd_broadcast(&c);
	mtx_unlock(&m);
	if (n == 2)
		thrd_exit(-20);
	return n * 10;
}

static int spin(void *p)
{
	long rounds = 0;
	while (!stop)
		rounds++;
	return rounds > 0;
}

int main(void)
{
	thrd_t t[4], s;
	int numbers[4], r;
	mtx_init(&m, mtx_timed);
	cnd_init(&c);
	tss_create(&key, drop);
	printf("create");
	for (int i = 0; i < 4; i++) {
		numbers[i] = i;
		printf(" %d", thrd_create(&t[i], work, &numbers[i]) == thrd_success);
	}
	puts("");
	while (atomic_load_explicit(&started, memory_order_acquire) != 4)
		;
	ready = 1;
	for (int i = 3; i >= 0; i--) {
		printf("join %d", thrd_join(t[i], &r) == thrd_success);
		printf(" %d\n", r);
	}
	printf("%d %ld %d %d, numbers %d %d %d %d\n", total, big, plain, made, numbers[0], numbers[1], numbers[2], numbers[3]);
	mtx_lock(&m);
	struct timespec now;
	timespec_get(&now, TIME_UTC);
	printf("late %d", cnd_timedwait(&c, &m, &now) == thrd_timedout);
	printf(" %d", mtx_trylock(&m) == thrd_busy);
	printf(" %d\n", mtx_unlock(&m) == thrd_success);
	thrd_create(&s, spin, 0);
	thrd_sleep(&(struct timespec){ 0, 20000000 }, 0);
	stop = 1;
	thrd_join(s, &r);
	printf("spun %d\n", r);
	thrd_create(&s, work, &numbers[0]);
	printf("detach %d\n", thrd_detach(s) == thrd_success);
	return own;
}
