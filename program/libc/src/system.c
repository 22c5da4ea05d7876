/* Other programs do not exist. */
#include <stdio.h>
#include <stdlib.h>
#include <errno.h>
#include <unistd.h>
#include <sys/wait.h>

static int none(void)
{
	errno = ENOSYS;
	return -1;
}

int system(const char *command)
{
	return command ? none() : 0;
}

FILE *popen(const char *command, const char *mode)
{
	none();
	return 0;
}

int pclose(FILE *f)
{
	return none();
}

pid_t fork(void)
{
	return none();
}

pid_t vfork(void)
{
	return none();
}

int pipe(int fd[2])
{
	return none();
}

int pipe2(int fd[2], int flags)
{
	return none();
}

int execv(const char *path, char *const argv[])
{
	return none();
}

int execve(const char *path, char *const argv[], char *const env[])
{
	return none();
}

int execvp(const char *path, char *const argv[])
{
	return none();
}

int execvpe(const char *path, char *const argv[], char *const env[])
{
	return none();
}

int execl(const char *path, const char *arg, ...)
{
	return none();
}

int execlp(const char *path, const char *arg, ...)
{
	return none();
}

int execle(const char *path, const char *arg, ...)
{
	return none();
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

long syscall(long number, ...)
{
	return none();
}
