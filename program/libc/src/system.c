/* Other programs do not exist: there is no shell, and no child to wait for. */
#include <stdlib.h>
#include <errno.h>
#include <unistd.h>
#include <sys/wait.h>

int __rift_no_system(const char *command);

int system(const char *command)
{
	return command ? __rift_no_system(command) : 0;
}

pid_t wait(int *status)
{
	errno = ECHILD;
	return -1;
}

pid_t waitpid(pid_t pid, int *status, int options)
{
	errno = ECHILD;
	return -1;
}

pid_t wait3(int *status, int options, struct rusage *usage)
{
	errno = ECHILD;
	return -1;
}

pid_t wait4(pid_t pid, int *status, int options, struct rusage *usage)
{
	errno = ECHILD;
	return -1;
}
