#include <setjmp.h>

void longjmp(long *env, int value)
{
	__rift_longjmp(env, value);
}

void _longjmp(long *env, int value)
{
	__rift_longjmp(env, value);
}

void siglongjmp(long *env, int value)
{
	__rift_longjmp(env, value);
}
