/* Data races: two accesses by two threads to the same bytes, one of them a write, that no
   synchronisation puts in an order. The linker puts calls of these functions beside the
   accesses of a program whose undefined behaviour is looked for. Every thread has a vector
   clock, and so has everything that synchronises; of eight bytes the last few accesses are
   remembered, so that one may be missed and none is told wrongly.

   (Flanagan and Freund, FastTrack: Efficient and Precise Dynamic Race Detection, PLDI 2009;
   Serebryany and Iskhodzhanov, ThreadSanitizer: data race detection in practice, WBIA 2009,
   from which the cells are.) */
#include <rift/intrinsics.h>
#include <rift/thread.h>

enum { CELLS = 4, TABLE = 1 << 12, MANY = 64 };

struct clocks {
	unsigned long *at; /* by number of thread */
	unsigned long n;
};

struct access {
	unsigned long clock; /* 0: none */
	struct __libc_race_thread *by;
	unsigned char bytes, write, atomic; /* which bytes */
	int place;
};

struct granule {
	struct granule *next;
	unsigned long address;
	struct access cells[CELLS];
	unsigned int turn;
};

struct sync {
	struct sync *next;
	const void *object;
	struct clocks clocks;
};

struct __libc_race_thread {
	struct __libc_race_thread *next;
	unsigned long id;
	long fiber;
	struct clocks clocks;
};

static struct granule *granules[TABLE];
static struct sync *syncs[TABLE];
static struct __libc_race_thread *threads;
static struct granule *fresh;
static int nfresh;

static void *memory(unsigned long n)
{
	void *p = __rift_alloc(n);
	if (!p)
		__rift_error("no memory to look for data races");
	__rift_fill(p, 0, n);
	return p;
}

static unsigned long *clock_of(struct clocks *c, unsigned long id)
{
	if (id >= c->n) {
		unsigned long n = id + 8, *more = memory(n * sizeof *more);
		for (unsigned long i = 0; i < c->n; i++)
			more[i] = c->at[i];
		if (c->at)
			__rift_free(c->at);
		c->at = more;
		c->n = n;
	}
	return &c->at[id];
}

static void join(struct clocks *to, const struct clocks *from)
{
	for (unsigned long i = 0; i < from->n; i++)
		if (from->at[i] && from->at[i] > *clock_of(to, i))
			*clock_of(to, i) = from->at[i];
}

static struct __libc_race_thread *self(void)
{
	struct __libc_race_thread *t = threads;
	unsigned long id = __libc_thread->id;
	while (t && t->id != id)
		t = t->next;
	if (!t) {
		t = memory(sizeof *t);
		t->id = id;
		t->fiber = __libc_thread->fiber;
		*clock_of(&t->clocks, id) = 1;
		t->next = threads;
		threads = t;
	}
	return t;
}

/* Notes that what synchronises by an object was done. */
static void synchronise(const void *object, int acquire)
{
	struct __libc_race_thread *me = self();
	struct sync **p = &syncs[(unsigned long)object / 8 % TABLE], *s = *p;
	while (s && s->object != object)
		s = s->next;
	if (!s) {
		if (acquire)
			return;
		s = memory(sizeof *s);
		s->object = object;
		s->next = *p;
		*p = s;
	}
	if (acquire)
		join(&me->clocks, &s->clocks);
	else {
		join(&s->clocks, &me->clocks);
		++*clock_of(&me->clocks, me->id);
	}
}

static struct granule *granule(unsigned long address, int make)
{
	struct granule **p = &granules[address / 8 % TABLE], *g = *p;
	while (g && g->address != address)
		g = g->next;
	if (!g && make) {
		if (!nfresh) {
			fresh = memory(MANY * sizeof *fresh);
			nfresh = MANY;
		}
		g = &fresh[--nfresh];
		g->address = address;
		g->next = *p;
		*p = g;
	}
	return g;
}

static void look(struct granule *g, struct __libc_race_thread *me, unsigned char bytes, int place, int write, int atomic, unsigned long n)
{
	struct access *mine = 0, *none = 0;
	for (struct access *a = g->cells; a < g->cells + CELLS; a++) {
		if (!a->clock) {
			none = a;
			continue;
		}
		if (a->by == me) {
			if (a->bytes == bytes && a->write == write && a->atomic == atomic)
				mine = a;
			continue;
		}
		if (a->bytes & bytes && (a->write || write) && !(a->atomic && atomic) && a->clock > *clock_of(&me->clocks, a->by->id))
			__rift_race(a->place, a->by->fiber, write, a->write, n);
	}
	if (!mine)
		mine = none ? none : &g->cells[g->turn++ % CELLS];
	*mine = (struct access){*clock_of(&me->clocks, me->id), me, bytes, (unsigned char)write, (unsigned char)atomic, place};
}

static void range(const void *p, unsigned long n, int place, int write, int atomic)
{
	struct __libc_race_thread *me = self();
	unsigned long a = (unsigned long)p, end = a + n;
	while (a < end) {
		unsigned long base = a & ~7UL, upto = end < base + 8 ? end : base + 8;
		unsigned char bytes = (unsigned char)((1u << (upto - base)) - (1u << (a - base)));
		look(granule(base, 1), me, bytes, place, write, atomic, n);
		a = base + 8;
	}
}

/* Looks at an access to n bytes, at a place in the source. */
void __libc_race_access(const void *p, unsigned long n, int place, int write)
{
	__libc_sync_hook = synchronise;
	if (!__libc_single_threaded)
		range(p, n, place, write, 0);
}

/* The same for one that is atomic or volatile: it orders what is before it and behind it
   in the threads that have such accesses there, and races with others only. */
void __libc_race_atomic(const void *p, unsigned long n, int place, int write)
{
	__libc_sync_hook = synchronise;
	if (__libc_single_threaded)
		return;
	synchronise(p, 1);
	range(p, n, place, write, 1);
	synchronise(p, 0);
}

/* Forgets what was at n new bytes before. */
void __libc_race_new(const void *p, unsigned long n)
{
	if (__libc_single_threaded)
		return;
	unsigned long a = (unsigned long)p & ~7UL, end = (unsigned long)p + n;
	for (; a < end; a += 8) {
		struct granule *g = granule(a, 0);
		if (g)
			for (int i = 0; i < CELLS; i++)
				g->cells[i].clock = 0;
	}
}

void __libc_race_allocated(const void *p)
{
	if (p && !__libc_single_threaded)
		__libc_race_new(p, __rift_size(p));
}
