#ifndef _SYS_UCONTEXT_H
#define _SYS_UCONTEXT_H
#include <signal.h>

/* Signals are only delivered by raise, so that nothing ever fills one of
   these in: they are for handlers that look where a fault came from. */
enum {
	REG_R8, REG_R9, REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15,
	REG_RDI, REG_RSI, REG_RBP, REG_RBX, REG_RDX, REG_RAX, REG_RCX, REG_RSP,
	REG_RIP, REG_EFL, REG_CSGSFS, REG_ERR, REG_TRAPNO, REG_OLDMASK, REG_CR2
};
#define REG_R8 REG_R8
#define REG_RIP REG_RIP
#define REG_RBP REG_RBP
#define REG_RSP REG_RSP
#define NGREG 23
typedef long long greg_t;
typedef greg_t gregset_t[NGREG];
typedef struct {
	gregset_t gregs;
} mcontext_t;
typedef struct ucontext_t {
	unsigned long uc_flags;
	struct ucontext_t *uc_link;
	stack_t uc_stack;
	mcontext_t uc_mcontext;
	sigset_t uc_sigmask;
} ucontext_t;
#endif
