/* The environment, copied from the machine when it is first needed. */
#include <rift/intrinsics.h>

char **environ;

void __libc_environ_init(void)
{
	if (environ)
		return;
	int n = 0;
	while (__rift_env(n))
		n++;
	environ = __rift_alloc((n + 1) * sizeof *environ);
	for (int i = 0; i < n; i++)
		environ[i] = (char *)__rift_env(i);
	environ[n] = 0;
}
