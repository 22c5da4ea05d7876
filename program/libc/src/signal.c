/* Signals come only from the program itself: raise, kill, abort. To ask for others, by an
   alarm or a timer, and to wait for them is not supported. */
#include <rift/file.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static struct sigaction actions[_NSIG];
static sigset_t blocked, pending;

extern void (*__libc_abort_hook)(void);

static int fail(int err)
{
	errno = err;
	return -1;
}

static int valid(int sig)
{
	return sig > 0 && sig < _NSIG;
}

static unsigned long bit(int sig)
{
	return 1UL << (sig - 1);
}

static int deliver(int sig)
{
	struct sigaction act = actions[sig];
	if (act.sa_handler == SIG_IGN)
		return 0;
	if (act.sa_handler == SIG_DFL) {
		if (sig == SIGCHLD || sig == SIGURG || sig == SIGWINCH || sig == SIGCONT)
			return 0;
		__libc_signal_now(sig);
	}
	if ((unsigned)act.sa_flags & SA_RESETHAND)
		actions[sig].sa_handler = SIG_DFL;
	unsigned long saved = blocked.__bits[0];
	if (!(act.sa_flags & SA_NODEFER))
		blocked.__bits[0] |= bit(sig);
	blocked.__bits[0] |= act.sa_mask.__bits[0];
	if (act.sa_flags & SA_SIGINFO) {
		siginfo_t info;
		memset(&info, 0, sizeof info);
		info.si_signo = sig;
		info.si_code = -6;
		info.si_pid = getpid();
		info.si_uid = getuid();
		act.sa_sigaction(sig, &info, 0);
	} else
		act.sa_handler(sig);
	blocked.__bits[0] = saved;
	return 0;
}

/* Delivers what is pending and no longer blocked, and tells whether a handler took it. */
static int release(void)
{
	int handled = 0;
	for (int sig = 1; sig < _NSIG; sig++)
		if (pending.__bits[0] & ~blocked.__bits[0] & bit(sig)) {
			pending.__bits[0] &= ~bit(sig);
			handled |= actions[sig].sa_handler != SIG_IGN && actions[sig].sa_handler != SIG_DFL;
			deliver(sig);
		}
	return handled;
}

int raise(int sig)
{
	if (!valid(sig))
		return fail(EINVAL);
	if (blocked.__bits[0] & bit(sig) && sig != SIGKILL && sig != SIGSTOP) {
		pending.__bits[0] |= bit(sig);
		return 0;
	}
	return deliver(sig);
}

int kill(pid_t pid, int sig)
{
	if (sig < 0 || sig >= _NSIG)
		return fail(EINVAL);
	if (pid != getpid() && pid != 0 && pid != -1 && pid != -getpid())
		return fail(ESRCH);
	return sig ? raise(sig) : 0;
}

int killpg(pid_t group, int sig)
{
	return kill(-group, sig);
}

static void on_abort(void)
{
	blocked.__bits[0] &= ~bit(SIGABRT);
	raise(SIGABRT);
}

int sigaction(int sig, const struct sigaction *act, struct sigaction *old)
{
	if (!valid(sig) || act && (sig == SIGKILL || sig == SIGSTOP))
		return fail(EINVAL);
	struct sigaction before = actions[sig];
	if (act)
		actions[sig] = *act;
	if (old)
		*old = before;
	__libc_abort_hook = on_abort;
	return 0;
}

void (*signal(int sig, void (*handler)(int)))(int)
{
	struct sigaction act, old;
	memset(&act, 0, sizeof act);
	act.sa_handler = handler;
	act.sa_flags = SA_RESTART;
	return sigaction(sig, &act, &old) < 0 ? SIG_ERR : old.sa_handler;
}

void (*bsd_signal(int sig, void (*handler)(int)))(int)
{
	return signal(sig, handler);
}

void (*sysv_signal(int sig, void (*handler)(int)))(int)
{
	struct sigaction act, old;
	memset(&act, 0, sizeof act);
	act.sa_handler = handler;
	act.sa_flags = SA_RESETHAND | SA_NODEFER;
	return sigaction(sig, &act, &old) < 0 ? SIG_ERR : old.sa_handler;
}

int sigemptyset(sigset_t *set)
{
	memset(set, 0, sizeof *set);
	return 0;
}

int sigfillset(sigset_t *set)
{
	memset(set, 0xff, sizeof *set);
	return 0;
}

int sigaddset(sigset_t *set, int sig)
{
	if (!valid(sig))
		return fail(EINVAL);
	set->__bits[0] |= bit(sig);
	return 0;
}

int sigdelset(sigset_t *set, int sig)
{
	if (!valid(sig))
		return fail(EINVAL);
	set->__bits[0] &= ~bit(sig);
	return 0;
}

int sigismember(const sigset_t *set, int sig)
{
	if (!valid(sig))
		return fail(EINVAL);
	return (set->__bits[0] & bit(sig)) != 0;
}

int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
	sigset_t before = blocked;
	if (set)
		switch (how) {
		case SIG_BLOCK:
			blocked.__bits[0] |= set->__bits[0];
			break;
		case SIG_UNBLOCK:
			blocked.__bits[0] &= ~set->__bits[0];
			break;
		case SIG_SETMASK:
			blocked.__bits[0] = set->__bits[0];
			break;
		default:
			return fail(EINVAL);
		}
	blocked.__bits[0] &= ~(bit(SIGKILL) | bit(SIGSTOP));
	if (old)
		*old = before;
	release();
	return 0;
}

int pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
	return sigprocmask(how, set, old) < 0 ? errno : 0;
}

int sigpending(sigset_t *set)
{
	*set = pending;
	return 0;
}

int __rift_no_sigsuspend(const sigset_t *set);

int sigsuspend(const sigset_t *set)
{
	sigset_t old = blocked;
	blocked = *set;
	if (!release())
		return __rift_no_sigsuspend(set);
	blocked = old;
	return fail(EINTR);
}

int sigaltstack(const stack_t *stack, stack_t *old)
{
	if (old)
		memset(old, 0, sizeof *old);
	return 0;
}

int siginterrupt(int sig, int flag)
{
	return 0;
}

int sigblock(int mask)
{
	int old = (int)blocked.__bits[0];
	blocked.__bits[0] |= (unsigned)mask;
	return old;
}

int sigsetmask(int mask)
{
	int old = (int)blocked.__bits[0];
	blocked.__bits[0] = (unsigned)mask;
	release();
	return old;
}

int __rift_no_pause(void);

/* Nobody sends a signal while the program waits for one. */
int pause(void)
{
	return __rift_no_pause();
}

unsigned int __rift_no_alarm(unsigned int seconds);

unsigned int alarm(unsigned int seconds)
{
	return seconds ? __rift_no_alarm(seconds) : 0;
}

useconds_t __rift_no_ualarm(useconds_t first, useconds_t again);

useconds_t ualarm(useconds_t first, useconds_t again)
{
	return first ? __rift_no_ualarm(first, again) : 0;
}
