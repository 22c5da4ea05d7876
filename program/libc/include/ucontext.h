#ifndef _UCONTEXT_H
#define _UCONTEXT_H
#include <sys/ucontext.h>
int getcontext(ucontext_t *);
int setcontext(const ucontext_t *);
void makecontext(ucontext_t *, void (*)(void), int, ...);
int swapcontext(ucontext_t *, const ucontext_t *);
#endif
