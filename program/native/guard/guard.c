/* Linked to every program: it gives it the values that an input has for it. Values come
   on descriptor 3; what only the harness knows of a run goes to descriptor 4, what
   sanitizers report to 5, of other processes of the run to 6. What confines the program
   is no business of this file: code of the program may run before it. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

struct rift_value {
	uint64_t size;
	const unsigned char *data;
	const char *name;
	void *place;
};

static struct rift_value *rift_values;
static uint64_t rift_count, rift_inputs, rift_next;
static unsigned char *rift_stream;
static int rift_told, rift_reports, rift_others;

/* Moves a descriptor where programs do not see it. */
static int rift_move(int fd)
{
	int high = fcntl(fd, F_DUPFD_CLOEXEC, 200);
	close(fd);
	return high;
}

void rift_tell(const char *kind, const void *data, unsigned long n)
{
	if (write(rift_told, kind, 1) != 1 || write(rift_told, data, n) != (ssize_t)n)
		abort();
}

#ifdef RIFT_SANITIZE
void __sanitizer_set_report_fd(void *fd);

static void rift_forked(void) { __sanitizer_set_report_fd((void *)(intptr_t)rift_others); }
#endif

static uint64_t rift_number(void)
{
	uint64_t n;
	memcpy(&n, rift_stream, sizeof n);
	rift_stream += sizeof n;
	return n;
}

/* The stream is the number of values and of those that are no objects, then of
   each its name and its bytes, both with their length and a zero behind. Links
   follow; they are made when all places are known. */
static void rift_read(void)
{
	off_t size = lseek(3, 0, SEEK_END);
	if (size <= 0)
		return;
	rift_stream = malloc(size);
	if (!rift_stream || pread(3, rift_stream, size, 0) != size)
		abort();
	rift_count = rift_number();
	rift_inputs = rift_number();
	rift_values = calloc(rift_count + 1, sizeof *rift_values);
	for (uint64_t i = 0; i < rift_count; i++) {
		uint64_t n = rift_number();
		rift_values[i].name = (char *)rift_stream;
		rift_stream += n + 1;
		rift_values[i].size = n = rift_number();
		rift_values[i].data = rift_stream;
		rift_stream += n + 1;
	}
}

/* Closes what was open where the harness was started. */
static void rift_close(void)
{
	for (int fd = 3; fd < rift_told; fd++)
		close(fd);
#ifdef SYS_close_range
	syscall(SYS_close_range, rift_others + 1, ~0U, 0);
#endif
}

__attribute__((constructor(101))) static void rift_begin(void)
{
	rift_told = rift_move(4);
	rift_reports = rift_move(5);
	rift_others = rift_move(6);
#ifdef RIFT_SANITIZE
	__sanitizer_set_report_fd((void *)(intptr_t)rift_reports);
	pthread_atfork(NULL, NULL, rift_forked);
#endif
	rift_read();
	rift_close();
}

/* The next value; zeros if there are no more. */
void rift_take(void *to, unsigned long size)
{
	memset(to, 0, size);
	if (rift_next >= rift_inputs)
		return;
	struct rift_value *v = &rift_values[rift_next++];
	memcpy(to, v->data, size < v->size ? size : v->size);
}

/* The next value, as an object that an argument points to. */
void *rift_point(void)
{
	if (rift_next >= rift_inputs)
		return NULL;
	struct rift_value *v = &rift_values[rift_next++];
	v->place = malloc(v->size);
	memcpy(v->place, v->data, v->size);
	return v->place;
}

/* The next value, if it is that of a global of the given name. */
int rift_global(const char *name, void *place)
{
	if (rift_next >= rift_inputs || strcmp(rift_values[rift_next].name, name) != 0)
		return 0;
	struct rift_value *v = &rift_values[rift_next++];
	v->place = place;
	memcpy(place, v->data, v->size);
	return 1;
}

/* Makes the objects and the pointers between all that is there. */
void rift_link(void)
{
	for (uint64_t i = rift_inputs; i < rift_count; i++) {
		rift_values[i].place = malloc(rift_values[i].size);
		memcpy(rift_values[i].place, rift_values[i].data, rift_values[i].size);
	}
	for (uint64_t n = rift_stream ? rift_number() : 0; n > 0; n--) {
		uint64_t from = rift_number(), off = rift_number(), to = rift_number();
		memcpy((char *)rift_values[from].place + off, &rift_values[to].place, sizeof(void *));
	}
}

#define WEAK __attribute__((weak))

static void rift_assume(int c)
{
	if (!c) {
		rift_tell("a", "", 0);
		_exit(0);
	}
}

static void rift_reached(void)
{
	rift_tell("e", "", 0);
	_exit(0);
}

WEAK void __VERIFIER_assume(int c) { rift_assume(c); }
WEAK void klee_assume(unsigned long c) { rift_assume(c != 0); }
WEAK void __VERIFIER_assert(int c) { if (!c) rift_reached(); }
WEAK void __VERIFIER_error(void) { rift_reached(); }
WEAK void reach_error(void) { rift_reached(); }
WEAK void klee_abort(void) { rift_reached(); }
WEAK void klee_report_error(const char *f, int l, const char *m, const char *s) { rift_reached(); }
WEAK void klee_silent_exit(int status) { exit(status); }
WEAK void klee_prefer_cex(void *p, unsigned long c) {}
WEAK unsigned klee_is_symbolic(unsigned long n) { return 0; }
WEAK unsigned klee_is_replay(void) { return 1; }
WEAK void klee_make_symbolic(void *p, size_t n, const char *name) { rift_take(p, n); }
WEAK void __VERIFIER_nondet_memory(void *p, size_t n) { rift_take(p, n); }

#define NONDET(type, name) WEAK type name { type x; rift_take(&x, sizeof x); return x; }
NONDET(int, klee_int(const char *n))
NONDET(int, klee_range(int begin, int end, const char *n))
NONDET(unsigned long, klee_choose(unsigned long n))
NONDET(_Bool, __VERIFIER_nondet_bool(void))
NONDET(char, __VERIFIER_nondet_char(void))
NONDET(signed char, __VERIFIER_nondet_schar(void))
NONDET(unsigned char, __VERIFIER_nondet_uchar(void))
NONDET(unsigned char, __VERIFIER_nondet_u8(void))
NONDET(short, __VERIFIER_nondet_short(void))
NONDET(unsigned short, __VERIFIER_nondet_ushort(void))
NONDET(unsigned short, __VERIFIER_nondet_u16(void))
NONDET(int, __VERIFIER_nondet_int(void))
NONDET(unsigned, __VERIFIER_nondet_uint(void))
NONDET(unsigned, __VERIFIER_nondet_unsigned(void))
NONDET(unsigned, __VERIFIER_nondet_u32(void))
NONDET(long, __VERIFIER_nondet_long(void))
NONDET(unsigned long, __VERIFIER_nondet_ulong(void))
NONDET(unsigned long, __VERIFIER_nondet_u64(void))
NONDET(size_t, __VERIFIER_nondet_size_t(void))
NONDET(long long, __VERIFIER_nondet_longlong(void))
NONDET(unsigned long long, __VERIFIER_nondet_ulonglong(void))
NONDET(float, __VERIFIER_nondet_float(void))
NONDET(double, __VERIFIER_nondet_double(void))
NONDET(void *, __VERIFIER_nondet_pointer(void))

#ifdef RIFT_SANITIZE
#define TEXT(x) #x
#define NUMBER(x) TEXT(x)
const char *__asan_default_options(void)
{
	return "symbolize=0:exitcode=99:detect_leaks=0:handle_abort=0:allocator_may_return_null=1"
	       ":detect_odr_violation=0:hard_rss_limit_mb=" NUMBER(RIFT_MEGABYTES) ":max_allocation_size_mb=" NUMBER(RIFT_MEGABYTES);
}
const char *__ubsan_default_options(void)
{
	return "symbolize=0:exitcode=99:print_stacktrace=1:halt_on_error=1";
}
#endif

#ifdef RIFT_ENTRY
void rift_entry(void);
int main(void)
{
	rift_entry();
	return 0;
}
#endif
