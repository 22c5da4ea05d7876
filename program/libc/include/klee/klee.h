#ifndef _KLEE_KLEE_H
#define _KLEE_KLEE_H
#include <stddef.h>
#include <stdint.h>
void klee_make_symbolic(void *addr, size_t nbytes, const char *name);
void klee_assume(uintptr_t condition);
int klee_range(int begin, int end, const char *name);
int klee_int(const char *name);
void klee_silent_exit(int status) __attribute__((__noreturn__));
void klee_abort(void) __attribute__((__noreturn__));
void klee_report_error(const char *file, int line, const char *message, const char *suffix) __attribute__((__noreturn__));
void klee_prefer_cex(void *object, uintptr_t condition);
unsigned klee_is_symbolic(uintptr_t n);
unsigned klee_is_replay(void);
void klee_warning(const char *message);
void klee_warning_once(const char *message);
void klee_print_expr(const char *message, ...);
void klee_print_range(const char *name, int arg);
void klee_set_forking(unsigned enable);
void klee_merge(void);
void klee_open_merge(void);
void klee_close_merge(void);
void klee_check_memory_access(const void *address, size_t size);
size_t klee_get_obj_size(void *p);
void klee_mark_global(void *object);
void klee_stack_trace(void);
uintptr_t klee_choose(uintptr_t n);
int32_t klee_get_value_i32(int32_t v);
int64_t klee_get_value_i64(int64_t v);
float klee_get_valuef(float v);
double klee_get_valued(double v);
long klee_get_valuel(long v);
long long klee_get_valuell(long long v);
void __klee_assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
#define klee_assert(x) ((x) ? (void)0 : __klee_assert_fail(#x, __FILE__, __LINE__, __func__))
#endif
