/* C11's threads in a program that has one. */
#include <stdio.h>
#include <sys/auxv.h>
#include <threads.h>

static once_flag once = ONCE_FLAG_INIT;
static thread_local int mine = 4;

static void count(void)
{
	puts("once");
}

int main(void)
{
	mtx_t m, r;
	cnd_t c;
	tss_t key;
	call_once(&once, count);
	call_once(&once, count);
	printf("%d %d\n", mtx_init(&m, mtx_plain), mtx_init(&r, mtx_plain | mtx_recursive));
	int locked = mtx_lock(&m), busy = mtx_trylock(&m) == thrd_busy;
	printf("%d %d %d\n", locked, busy, mtx_unlock(&m));
	locked = mtx_lock(&r) + mtx_lock(&r);
	printf("%d %d %d\n", locked, mtx_unlock(&r), mtx_unlock(&r));
	printf("%d %d %d\n", cnd_init(&c), cnd_signal(&c), cnd_broadcast(&c));
	cnd_destroy(&c);
	mtx_destroy(&m);
	mtx_destroy(&r);
	int made = tss_create(&key, 0);
	printf("%d %d\n", made, tss_get(key) == 0);
	tss_set(key, &mine);
	printf("%d\n", *(int *)tss_get(key));
	tss_delete(key);
	printf("%d %d\n", thrd_equal(thrd_current(), thrd_current()), thrd_sleep(&(struct timespec){.tv_nsec = 1000}, 0));
	thrd_yield();
	printf("%lu\n", getauxval(AT_PAGESZ));
	return 0;
}
