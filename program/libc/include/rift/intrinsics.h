/* The services of the machine; see program/intrinsic.go. */
#ifndef _RIFT_INTRINSICS_H
#define _RIFT_INTRINSICS_H
void __rift_exit(int status) __attribute__((__noreturn__));
void __rift_signal(int sig) __attribute__((__noreturn__));
void *__rift_alloc(unsigned long size);
void __rift_free(void *p);
unsigned long __rift_size(const void *p);
void __rift_copy(void *to, const void *from, unsigned long n);
void __rift_copy_apart(void *to, const void *from, unsigned long n);
void __rift_apart(const void *to, const void *from, unsigned long max, int append);
void __rift_fill(void *to, int byte, unsigned long n);
const char *__rift_arg(int i);
const char *__rift_env(int i);
long __rift_read(void *buf, unsigned long n);
void __rift_write(int fd, const void *buf, unsigned long n);
void *__rift_file(const char *name, unsigned long *size);
unsigned int __rift_file_mode(const char *name);
const char *__rift_file_name(int i);
void __rift_file_out(const char *name, const void *data, unsigned long n, int kind);
long __rift_clock(int which);
int __rift_setjmp(long *buf);
void __rift_longjmp(long *buf, int value) __attribute__((__noreturn__));
long __rift_ftoa(char *buf, unsigned long n, const void *ld, int conv, int precision, int flags);
long __rift_atof(const char *s, void *result, int size);
double __rift_math(int fn, double a, double b);
void __rift_mathl(int fn, long double *result, const long double *a, const long double *b);
double __rift_fma(double x, double y, double z);
long __rift_nondet(const char *name, int size);
void __rift_symbolic(void *p, unsigned long n, const char *name);
void __rift_observe(const char *name, int kind, const void *p, unsigned long n);
void __rift_assume(long cond);
void __rift_error(const char *message) __attribute__((__noreturn__));
void __rift_trap(void) __attribute__((__noreturn__));
long __rift_fiber(void (*f)(void *), void *arg);
void __rift_switch(long fiber, int end);
void __rift_deadlock(void) __attribute__((__noreturn__));
void __rift_race(int place, long fiber, int write, int other, unsigned long n) __attribute__((__noreturn__));
void __rift_initial(void *to, const void *global);
#endif
