package program

// Intrin names a service of the machine. The run-time library (program/libc)
// is C code over exactly these; C code reaches them by calling an undefined
// function of the given name, which the front end turns into an Intrinsic
// instruction.
type Intrin uint8

// The intrinsics, with their C prototypes.
const (
	NoIntrin Intrin = iota

	// void __rift_exit(int status): ends the run with this exit status (low
	// eight bits).
	IntrinExit
	// void __rift_signal(int sig): ends the run as if killed by the signal
	// (abort: 6, a stray trap: 4 or 8). 0 is none: the run waits for ever.
	IntrinSignal

	// void *__rift_alloc(unsigned long size): a fresh heap object with
	// uninitialised bytes; 0 when the heap limit of the machine is reached.
	// A size of 0 gives a unique object without bytes.
	IntrinAlloc
	// void __rift_free(void *p): ends a heap object; p must be its start. Null
	// is ignored. Anything else is an error (double free, not from malloc).
	IntrinFree
	// unsigned long __rift_size(const void *p): bytes of the object that p points into.
	IntrinSize

	// void __rift_copy(void *to, const void *from, unsigned long n): memmove,
	// with initialisation state. Both ranges must be inside their objects.
	IntrinCopy
	// void __rift_copy_apart(void *to, const void *from, unsigned long n): the same for
	// ranges that must not overlap unless they are one, as memcpy copies.
	IntrinCopyApart
	// void __rift_apart(const void *to, const void *from, unsigned long max, int append):
	// it is an error if copying the string at from, or max bytes of it, to or behind the
	// string at to would read what it writes. At least one byte of each must be there.
	IntrinApart

	// void __rift_fill(void *to, int byte, unsigned long n): memset.
	IntrinFill

	// const char *__rift_arg(int i): argument i of the program (0 = its name)
	// as a NUL-terminated string in a fresh object; null past the last.
	IntrinArg
	// const char *__rift_env(int i): entry i of the environment, "NAME=value";
	// null past the last.
	IntrinEnv
	// long __rift_read(void *buf, unsigned long n): up to n bytes of standard
	// input; 0 at its end.
	IntrinRead
	// void __rift_write(int fd, const void *buf, unsigned long n): output on
	// fd 1 or 2.
	IntrinWrite
	// void *__rift_file(const char *name, unsigned long *size): the initial
	// content of an input file as a fresh heap object, and its size; null if
	// there is none.
	IntrinFile
	// unsigned int __rift_file_mode(const char *name): type and permissions of an
	// input file, as st_mode has them, 0 if there is none; of standard input if
	// name is null.
	IntrinFileMode
	// const char *__rift_file_name(int i): name of input file i in sorted
	// order, null past the last.
	IntrinFileName
	// void __rift_file_out(const char *name, const void *data, unsigned long
	// n, int kind): says at exit what a file that the program changed holds;
	// kind 0 = regular file written, 1 = removed, 2 = symbolic link made, and
	// above these four bits the permissions of a regular file (LeftFile).
	IntrinFileOut

	// long __rift_clock(int which): the deterministic clock. which 0: seconds
	// since the epoch (a fixed start, advancing with steps), 1: nanoseconds
	// part, 2: processor time in microseconds.
	IntrinClock

	// int __rift_setjmp(long *buf): remembers this activation and place in
	// buf[0]; 0 at first, the value given to longjmp when it comes back.
	IntrinSetjmp
	// void __rift_longjmp(long *buf, int value): returns to a setjmp whose
	// activation is still live; anything else is an error. value 0 becomes 1.
	IntrinLongjmp

	// long __rift_ftoa(char *buf, unsigned long n, const void *ld, int conv,
	// int precision, int flags): formats the long double at ld as printf
	// would with conversion character conv (one of "aAeEfFgG"), precision (-1
	// = default), flags 1 = '#', flags 2 = the value was a double (for %a),
	// without sign, width or padding, with
	// NUL, truncated to n bytes; returns the length that was needed.
	IntrinFtoa
	// long __rift_atof(const char *s, void *result, int size): converts the
	// longest prefix of s (no leading blanks; sign allowed) that strtod
	// accepts, correctly rounded, to float (size 4), double (8) or long
	// double (16) at result; returns the bytes consumed, negated if the
	// result was out of range.
	IntrinAtof
	// double __rift_math(int fn, double a, double b): the mathematical
	// function fn, numbered by MathFn.
	IntrinMath
	// void __rift_mathl(int fn, long double *result, const long double *a,
	// const long double *b): the same on long double.
	IntrinMathL
	// double __rift_fma(double x, double y, double z): x * y + z, rounded once.
	IntrinFma

	// long __rift_nondet(const char *name, int size): a fresh input of size
	// bytes (1, 2, 4, 8), the next value of Input.Values, by order.
	IntrinNondet
	// void __rift_symbolic(void *p, unsigned long n, const char *name): fills
	// an object with the next value of Input.Values (klee_make_symbolic).
	IntrinSymbolic
	// void __rift_observe(const char *name, int kind, const void *p, unsigned
	// long n): shows the n bytes at p as Outcome.Observed, under a name. kind is
	// a character that ObservedKind knows; of 's' n is not used.
	IntrinObserve
	// void __rift_assume(long cond): ends the run as "assumption violated" if
	// cond is 0.
	IntrinAssume
	// void __rift_error(const char *message): the program reached an error of
	// its own (reach_error, a failed assertion): ends the run with it.
	IntrinError

	// void __rift_trap(void): __builtin_trap, __builtin_unreachable reached.
	IntrinTrap

	// int __rift_version(void): which version a unified program is run as: 0
	// the old one, 1 the new one. The annotation change(old, new) is made of
	// it (package delta); it is the one thing in the IR that has two readings.
	IntrinVersion

	// long __rift_fiber(void (*f)(void *), void *arg): a new fiber, an activity with
	// a stack of its own, which calls f(arg) when it is first switched to. Returns its
	// number: they count from 1, 0 is the activity that the run began with. f must
	// not return.
	IntrinFiber
	// void __rift_switch(long fiber, int end): goes on with another fiber, where it
	// stopped; comes back when that, or a third, switches to this one. With end other
	// than 0 this one ends, and what it has on the stack.
	IntrinSwitch
	// void __rift_deadlock(void): it is an error that every fiber waits; says where.
	IntrinDeadlock
	// void __rift_race(int place, long fiber, int write, int other, unsigned long n): it is
	// an error that n bytes are accessed here, for writing if write is not 0, without an order
	// to what another fiber did at a place (a RangeID), for writing if other is not 0.
	IntrinRace
	// void __rift_initial(void *to, const void *global): copies what a variable with
	// static storage duration holds when the program begins, all of it.
	IntrinInitial
)

var intrinNames = [...]string{
	IntrinExit: "__rift_exit", IntrinSignal: "__rift_signal",
	IntrinAlloc: "__rift_alloc", IntrinFree: "__rift_free", IntrinSize: "__rift_size",
	IntrinCopy: "__rift_copy", IntrinCopyApart: "__rift_copy_apart", IntrinApart: "__rift_apart", IntrinFill: "__rift_fill",
	IntrinArg: "__rift_arg", IntrinEnv: "__rift_env",
	IntrinRead: "__rift_read", IntrinWrite: "__rift_write",
	IntrinFile: "__rift_file", IntrinFileMode: "__rift_file_mode", IntrinFileName: "__rift_file_name", IntrinFileOut: "__rift_file_out",
	IntrinClock: "__rift_clock", IntrinSetjmp: "__rift_setjmp", IntrinLongjmp: "__rift_longjmp",
	IntrinFtoa: "__rift_ftoa", IntrinAtof: "__rift_atof", IntrinMath: "__rift_math", IntrinMathL: "__rift_mathl", IntrinFma: "__rift_fma",
	IntrinNondet: "__rift_nondet", IntrinSymbolic: "__rift_symbolic", IntrinObserve: "__rift_observe",
	IntrinAssume: "__rift_assume", IntrinError: "__rift_error", IntrinTrap: "__rift_trap", IntrinVersion: "__rift_version",
	IntrinFiber: "__rift_fiber", IntrinSwitch: "__rift_switch", IntrinDeadlock: "__rift_deadlock", IntrinRace: "__rift_race", IntrinInitial: "__rift_initial",
}

// String returns the C name.
func (i Intrin) String() string {
	if int(i) < len(intrinNames) && intrinNames[i] != "" {
		return intrinNames[i]
	}
	return "__rift_?"
}

// LookupIntrin returns the intrinsic that a C function name stands for.
func LookupIntrin(name string) (Intrin, bool) {
	for i, n := range intrinNames {
		if n == name && n != "" {
			return Intrin(i), true
		}
	}
	return NoIntrin, false
}

// MathFn numbers the functions of IntrinMath; C code uses the same numbers
// (program/libc's rift/math numbers are checked against these by a test).
type MathFn int

// The mathematical functions. Two-argument functions use both operands.
const (
	MathSqrt MathFn = iota
	MathSin
	MathCos
	MathTan
	MathAsin
	MathAcos
	MathAtan
	MathAtan2
	MathSinh
	MathCosh
	MathTanh
	MathAsinh
	MathAcosh
	MathAtanh
	MathExp
	MathExp2
	MathExpm1
	MathLog
	MathLog2
	MathLog10
	MathLog1p
	MathPow
	MathHypot
	MathCbrt
	MathFmod
	MathRemainder
	MathFloor
	MathCeil
	MathTrunc
	MathRound // half away from zero
	MathRint  // half to even
	MathErf
	MathErfc
	MathTgamma
	MathLgamma
	MathNextafter
)

// MathSingle is added to a number of IntrinMath for the function of C's float:
// operands and result are floats, widened, and the result is rounded once.
const MathSingle MathFn = 1 << 8
