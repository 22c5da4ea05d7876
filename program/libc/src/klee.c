/* KLEE's interface to symbolic inputs. */
#include <klee/klee.h>
#include <rift/file.h>
#include <rift/intrinsics.h>
#include <string.h>

void klee_make_symbolic(void *p, size_t n, const char *name)
{
	if (!n)
		__rift_error("klee_make_symbolic: wrong size given: 0");
	if (name)
		strlen(name); /* a name that is no string is an error here */
	__rift_symbolic(p, n, name ? name : "unnamed");
}

void klee_assume(uintptr_t condition)
{
	__rift_assume(condition != 0);
}

int klee_int(const char *name)
{
	return (int)__rift_nondet(name ? name : "unnamed", 4);
}

int klee_range(int begin, int end, const char *name)
{
	int x;
	if (begin >= end)
		__rift_error("invalid range");
	if (begin + 1 == end)
		return begin;
	x = (int)__rift_nondet(name ? name : "unnamed", 4);
	__rift_assume(x >= begin && x < end);
	return x;
}

uintptr_t klee_choose(uintptr_t n)
{
	uintptr_t x = (uintptr_t)__rift_nondet("choose", 8);
	__rift_assume(x < n);
	return x;
}

void klee_silent_exit(int status)
{
	__rift_exit(status);
}

void klee_abort(void)
{
	__rift_error("abort");
}

void klee_report_error(const char *file, int line, const char *message, const char *suffix)
{
	__rift_error(message);
}

void __klee_assert_fail(const char *expr, const char *file, unsigned int line, const char *func)
{
	__rift_error(expr);
}

unsigned klee_is_symbolic(uintptr_t n)
{
	return 0;
}

unsigned klee_is_replay(void)
{
	return 0;
}

void klee_prefer_cex(void *object, uintptr_t condition)
{
}

void klee_warning(const char *message)
{
}

void klee_warning_once(const char *message)
{
}

void klee_print_expr(const char *message, ...)
{
}

void klee_print_range(const char *name, int arg)
{
}

void klee_set_forking(unsigned enable)
{
}

void klee_merge(void)
{
}

void klee_open_merge(void)
{
}

void klee_close_merge(void)
{
}

void klee_mark_global(void *object)
{
}

void klee_stack_trace(void)
{
}

void klee_check_memory_access(const void *p, size_t n)
{
	/* copying a range onto itself changes nothing and checks its bounds */
	if (n)
		__rift_copy((void *)p, p, n);
}

size_t klee_get_obj_size(void *p)
{
	return __rift_size(p);
}

int32_t klee_get_value_i32(int32_t v)
{
	return v;
}

int64_t klee_get_value_i64(int64_t v)
{
	return v;
}

float klee_get_valuef(float v)
{
	return v;
}

double klee_get_valued(double v)
{
	return v;
}

long klee_get_valuel(long v)
{
	return v;
}

long long klee_get_valuell(long long v)
{
	return v;
}
