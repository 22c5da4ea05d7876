#ifndef _SETJMP_H
#define _SETJMP_H
#include <features.h>
typedef long jmp_buf[25];
typedef long sigjmp_buf[25];
int __rift_setjmp(long *);
void __rift_longjmp(long *, int) __attribute__((__noreturn__));
#define setjmp(env) __rift_setjmp(env)
#define _setjmp(env) __rift_setjmp(env)
#define sigsetjmp(env, save) ((void)(save), __rift_setjmp(env))
void longjmp(long *, int) __attribute__((__noreturn__));
void _longjmp(long *, int) __attribute__((__noreturn__));
void siglongjmp(long *, int) __attribute__((__noreturn__));
#endif
