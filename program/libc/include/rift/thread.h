/* Threads from the inside: who runs, who waits, and for what. */
#ifndef _RIFT_THREAD_H
#define _RIFT_THREAD_H
#include <time.h>

struct __libc_copy;
struct __libc_cleanup;

/* A thread until it is joined, or has ended detached. */
struct __libc_thread {
	struct __libc_thread *next; /* in the order of creation */
	unsigned long id;
	long fiber;
	int state;
	int detached;
	int joined; /* somebody waits for its end */
	int plain;  /* start returns an int */
	int error;  /* errno while it does not run */
	void *(*start)(void *);
	void *arg;
	void *result;
	const void *on; /* what it waits for; anything with an address */
	unsigned long since; /* order of waiting */
	int timed, late; /* it waits until a time only; that has come */
	struct timespec until;
	struct __libc_cleanup *cleanups;
	struct __libc_copy *copies; /* of thread-local variables */
	struct __libc_value *values; /* by key */
	unsigned int nvalues;
	int cancel[2]; /* state and type */
	char name[16];
};

extern struct __libc_thread *__libc_thread; /* the one that runs */

/* Others may run here, if the schedule has it so. */
void __libc_thread_point(void);
/* Waits until somebody wakes those that wait on an address, or for so long if that is
   not null. Returns whether the time came first. */
int __libc_thread_wait(const void *on, const struct timespec *length);
/* Wakes the one that waits on an address for longest, or all. */
void __libc_thread_wake(const void *on, int all);
void __libc_thread_end(void *) __attribute__((__noreturn__));
struct __libc_thread *__libc_thread_find(unsigned long);
int __libc_thread_create(unsigned long *, int detached, int plain, void *(*)(void *), void *);
int __libc_thread_join(unsigned long, void **, const struct timespec *length);
int __libc_thread_ended(const struct __libc_thread *);
extern void (*__libc_thread_values_hook)(void); /* destroys the values of the one that runs */

/* What synchronises by an object does so here: release before acquire. Null unless data
   races are looked for. */
extern void (*__libc_sync_hook)(const void *, int acquire);
#define __libc_acquire(object) ((void)(__libc_sync_hook && (__libc_sync_hook((const void *)(object), 1), 0)))
#define __libc_release(object) ((void)(__libc_sync_hook && (__libc_sync_hook((const void *)(object), 0), 0)))
extern char __libc_single_threaded;

/* The clock: that of the machine, and what was slept and waited on top. */
extern struct timespec __libc_slept;
void __libc_now(struct timespec *);
/* How long it is until a time. */
void __libc_until(const struct timespec *when, struct timespec *length);
/* Sleeps while others run; reports false if there are none. */
extern int (*__libc_doze_hook)(const struct timespec *length);
#endif
