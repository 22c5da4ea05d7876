/* Threads: fibers of the machine, of which one runs until it waits, sleeps, yields or
   ends. Which one goes on is the schedule's to say:

   By default it is the next in the order of creation, and a thread that does not wait
   lets others run after every hundredth operation that synchronises.
   RIFT_SCHEDULE=seed:N in the environment draws from the seed N, at every operation that
   synchronises, whether another goes on and which.
   RIFT_SCHEDULE=bound:N asks for values named "thread schedule": which thread goes on where one
   waits or ends, and, N times in all, whether another goes on where none has to. Without
   values it is the default. (Musuvathi and Qadeer, Iterative Context Bounding for
   Systematic Testing of Multithreaded Programs, PLDI 2007.) */
#include <errno.h>
#include <rift/file.h>
#include <rift/intrinsics.h>
#include <rift/thread.h>

enum { READY, WAITING, ENDED };

/* Operations after which a thread lets others run, and turns without any that waits or
   wakes after which time passes. */
enum { PATIENCE = 100 };

struct __libc_copy {
	struct __libc_copy *next;
	void *variable, *copy;
};

static struct __libc_thread first = {.id = 1};
struct __libc_thread *__libc_thread = &first;
char __libc_single_threaded = 1;
static struct __libc_thread *last = &first;
static unsigned long created = 1, waits;
static long alive = 1;
static int points, turns, locked_up;
void (*__libc_thread_values_hook)(void);
void (*__libc_sync_hook)(const void *, int);

static enum { DEFAULT, SEED, BOUND } schedule;
static unsigned long seed;
static long bound;

static unsigned long number(const char *s)
{
	unsigned long n = 0;
	for (; *s >= '0' && *s <= '9'; s++)
		n = n * 10 + (unsigned long)(*s - '0');
	return n;
}

static const char *behind(const char *s, const char *prefix)
{
	for (; *prefix; prefix++, s++)
		if (*s != *prefix)
			return 0;
	return s;
}

static void read_schedule(void)
{
	const char *s = __libc_getenv("RIFT_SCHEDULE"), *n;
	if (!s)
		return;
	if ((n = behind(s, "seed:"))) {
		schedule = SEED;
		seed = number(n) + 1;
	} else if ((n = behind(s, "bound:"))) {
		schedule = BOUND;
		bound = (long)number(n);
	}
}

/* Steele and Vigna, Computationally easy, spectrally good multipliers (2020). */
static unsigned long draw(unsigned long n)
{
	seed = seed * 0xd1342543de82ef95UL + 1;
	return (seed >> 33) % n;
}

static struct __libc_thread *after(struct __libc_thread *t)
{
	return t->next ? t->next : &first;
}

/* How many threads other than the one that runs could go on. */
static long others(void)
{
	long n = 0;
	for (struct __libc_thread *t = &first; t; t = t->next)
		n += t->state == READY && t != __libc_thread;
	return n;
}

/* The thread that could go on which comes after the one that runs and so many others. */
static struct __libc_thread *other(unsigned long n)
{
	struct __libc_thread *t = __libc_thread;
	do
		do
			t = after(t);
		while (t->state != READY);
	while (n--);
	return t;
}

static int before(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec < b->tv_sec || a->tv_sec == b->tv_sec && a->tv_nsec < b->tv_nsec;
}

/* Lets time pass until the first of those that wait for it goes on. */
static int pass_time(void)
{
	struct __libc_thread *next = 0;
	for (struct __libc_thread *t = &first; t; t = t->next)
		if (t->state == WAITING && t->timed && (!next || before(&t->until, &next->until) ||
		    !before(&next->until, &t->until) && t->since < next->since))
			next = t;
	if (!next)
		return 0;
	if (before(&__libc_slept, &next->until))
		__libc_slept = next->until;
	next->state = READY;
	next->late = 1;
	return 1;
}

static void go_on(struct __libc_thread *t, int end)
{
	points = 0;
	if (t != __libc_thread) {
		__libc_thread->error = errno;
		errno = t->error;
		__libc_thread = t;
		__rift_switch(t->fiber, end);
	}
	if (locked_up)
		__rift_deadlock();
}

/* Another goes on, as the one that runs cannot. It may be woken by time itself. */
static void leave(int end)
{
	long n = others();
	turns = 0;
	while (!n && __libc_thread->state != READY) {
		if (!pass_time()) {
			struct __libc_thread *t = __libc_thread;
			while (t->state != WAITING)
				t = after(t);
			locked_up = 1;
			go_on(t, end);
		}
		n = others();
	}
	if (!n) {
		points = 0;
		return;
	}
	unsigned long k = 0;
	if (n > 1 && schedule == SEED)
		k = draw((unsigned long)n);
	else if (n > 1 && schedule == BOUND) {
		k = (unsigned char)__rift_nondet("thread schedule", 1);
		__rift_assume(k < (unsigned long)n);
		unsigned long i = 0;
		while (i < k)
			i++;
		k = i;
	}
	go_on(other(k), end);
}

/* Another goes on, if one can. */
static void yield(void)
{
	points = 0;
	if (++turns >= PATIENCE) {
		turns = 0;
		pass_time();
	}
	long n = others();
	if (n)
		go_on(other(schedule == SEED ? draw((unsigned long)n) : 0), 0);
}

int sched_yield(void)
{
	if (alive > 1)
		yield();
	return 0;
}

void __libc_thread_point(void)
{
	if (alive == 1)
		return;
	if (++points >= PATIENCE) {
		yield();
		return;
	}
	if (schedule == DEFAULT || schedule == BOUND && bound <= 0)
		return;
	unsigned long n = (unsigned long)others();
	if (!n)
		return;
	if (schedule == SEED) {
		if (draw(2))
			go_on(other(draw(n)), 0);
		return;
	}
	unsigned long k = (unsigned char)__rift_nondet("thread schedule", 1);
	__rift_assume(k <= n);
	for (unsigned long i = 0; i < n; i++)
		if (k == i + 1) {
			bound--;
			go_on(other(i), 0);
			return;
		}
}

int __libc_thread_wait(const void *on, const struct timespec *length)
{
	struct __libc_thread *me = __libc_thread;
	me->state = WAITING;
	me->on = on;
	me->since = waits++;
	me->late = 0;
	me->timed = length != 0;
	if (length) {
		long ns = __libc_slept.tv_nsec + length->tv_nsec;
		me->until.tv_sec = __libc_slept.tv_sec + length->tv_sec + ns / 1000000000;
		me->until.tv_nsec = ns % 1000000000;
	}
	leave(0);
	me->timed = 0;
	return me->late;
}

void __libc_thread_wake(const void *on, int all)
{
	struct __libc_thread *next;
	do {
		next = 0;
		for (struct __libc_thread *t = &first; t; t = t->next)
			if (t->state == WAITING && t->on == on && (!next || t->since < next->since))
				next = t;
		if (next) {
			next->state = READY;
			turns = 0;
		}
	} while (all && next);
}

static int doze(const struct timespec *length)
{
	if (alive == 1)
		return 0;
	__libc_thread_wait(0, length);
	return 1;
}

static void begin(void *p)
{
	struct __libc_thread *me = p;
	void *result;
	__libc_acquire(me);
	if (me->plain)
		result = (void *)(long)((int (*)(void *))(void (*)(void))me->start)(me->arg);
	else
		result = me->start(me->arg);
	__libc_thread_end(result);
}

static void forget(struct __libc_thread *t)
{
	struct __libc_thread *p = &first;
	if (t == p)
		return;
	while (p->next != t)
		p = p->next;
	p->next = t->next;
	if (last == t)
		last = p;
	__rift_free(t);
}

/* Forgets those that ended without anybody to join them. */
static void forget_detached(void)
{
	for (struct __libc_thread *t = &first, *next; t; t = next) {
		next = t->next;
		if (t->state == ENDED && t->detached)
			forget(t);
	}
}

int __libc_thread_create(unsigned long *id, int detached, int plain, void *(*start)(void *), void *arg)
{
	struct __libc_thread *t = __rift_alloc(sizeof *t);
	if (!t)
		return EAGAIN;
	if (created == 1)
		read_schedule();
	__libc_doze_hook = doze;
	__libc_single_threaded = 0;
	forget_detached();
	*t = (struct __libc_thread){.id = ++created, .detached = detached, .plain = plain, .start = start, .arg = arg};
	t->fiber = __rift_fiber(begin, t);
	last->next = t;
	last = t;
	alive++;
	__libc_release(t);
	*id = t->id;
	__libc_thread_point();
	return 0;
}

struct __libc_thread *__libc_thread_find(unsigned long id)
{
	struct __libc_thread *t = &first;
	while (t && t->id != id)
		t = t->next;
	return t;
}

int __libc_thread_ended(const struct __libc_thread *t)
{
	return t->state == ENDED;
}

int __libc_thread_join(unsigned long id, void **result, const struct timespec *length)
{
	struct __libc_thread *t = __libc_thread_find(id);
	__libc_thread_point();
	if (!t)
		return ESRCH;
	if (t == __libc_thread)
		return EDEADLK;
	if (t->detached || t->joined)
		return EINVAL;
	t->joined = 1;
	while (t->state != ENDED)
		if (__libc_thread_wait(t, length)) {
			t->joined = 0;
			return ETIMEDOUT;
		}
	__libc_acquire(t);
	if (result)
		*result = t->result;
	forget(t);
	return 0;
}

void __libc_thread_end(void *result)
{
	struct __libc_thread *me = __libc_thread;
	if (__libc_thread_values_hook)
		__libc_thread_values_hook();
	while (me->copies) {
		struct __libc_copy *c = me->copies;
		me->copies = c->next;
		__rift_free(c->copy);
		__rift_free(c);
	}
	__libc_release(me);
	me->result = result;
	me->state = ENDED;
	__libc_thread_wake(me, 1);
	if (!--alive)
		__libc_exit(0);
	leave(1);
	__rift_trap();
}

/* The variable that a thread has where the first has one with static storage duration. */
void *__libc_thread_local(void *variable)
{
	struct __libc_thread *me = __libc_thread;
	if (me == &first)
		return variable;
	struct __libc_copy *c = me->copies;
	while (c && c->variable != variable)
		c = c->next;
	if (!c) {
		c = __rift_alloc(sizeof *c);
		void *copy = __rift_alloc(__rift_size(variable));
		if (!c || !copy)
			__rift_error("no memory for a thread's variables");
		__rift_initial(copy, variable);
		c->next = me->copies;
		c->variable = variable;
		c->copy = copy;
		me->copies = c;
	}
	return c->copy;
}
