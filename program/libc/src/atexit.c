/* Functions to call at exit, in reverse order; more may be added meanwhile. */
#include <stdlib.h>
#include <rift/file.h>
#include <rift/intrinsics.h>

struct handler {
	struct handler *next;
	void (*plain)(void);
	void (*with)(int, void *);
	void *arg;
};

static struct handler *at_exit, *at_quick;

static void run(int status)
{
	while (at_exit) {
		struct handler h = *at_exit;
		__rift_free(at_exit);
		at_exit = h.next;
		if (h.plain)
			h.plain();
		else
			h.with(status, h.arg);
	}
}

static int add(struct handler **list, void (*plain)(void), void (*with)(int, void *), void *arg)
{
	struct handler *h = __rift_alloc(sizeof *h);
	if (!h)
		return -1;
	h->next = *list;
	h->plain = plain;
	h->with = with;
	h->arg = arg;
	*list = h;
	__libc_atexit_hook = run;
	return 0;
}

int atexit(void (*f)(void))
{
	return add(&at_exit, f, 0, 0);
}

int on_exit(void (*f)(int, void *), void *arg)
{
	return add(&at_exit, 0, f, arg);
}

int at_quick_exit(void (*f)(void))
{
	return add(&at_quick, f, 0, 0);
}

void quick_exit(int status)
{
	while (at_quick) {
		struct handler h = *at_quick;
		__rift_free(at_quick);
		at_quick = h.next;
		h.plain();
	}
	__libc_exit_now(status);
}
