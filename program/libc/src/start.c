/* Everything begins here: arguments, environment, main, exit. */
#include <rift/file.h>
#include <rift/intrinsics.h>

extern int main();
extern char **environ;
void __libc_environ_init(void);

static char **arguments(int *count)
{
	int n = 0;
	while (__rift_arg(n))
		n++;
	char **argv = __rift_alloc((n + 1) * sizeof *argv);
	for (int i = 0; i < n; i++)
		argv[i] = (char *)__rift_arg(i);
	argv[n] = 0;
	*count = n;
	return argv;
}

void __rift_start(void)
{
	int argc;
	char **argv = arguments(&argc);
	__libc_environ_init();
	__libc_exit(main(argc, argv, environ));
}
