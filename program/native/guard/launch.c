/* Starts a program of an unknown origin. All that confines it is done here, before
   its first instruction, and that of what it is linked with: limits, the folder that
   is the root of all files, the rights that it gives up. The arguments are the path of
   the program, the number of variables of its environment, these, and its arguments;
   the environment of this process itself is empty. Descriptor 4 takes an "x" if the
   system refuses; 7 is the folder, which is not there if the system does not let
   processes be shut up; 8 is the program. Started as the first process of a namespace,
   the launcher starts the program as the second one, takes in what that leaves behind,
   writes how it ended to descriptor 9, and ends: with it, so does the rest. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/capability.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#include "filter.h"

static void limit(int what, rlim_t most)
{
	struct rlimit l;
	if (getrlimit(what, &l) == 0 && (l.rlim_max == RLIM_INFINITY || l.rlim_max > most)) {
		l.rlim_cur = l.rlim_max = most;
		setrlimit(what, &l);
	}
}

static void need(int done)
{
	if (!done)
		_exit(write(4, "x", 1) != 1);
}

/* Gives up what lets processes do as they like. Whoever changes his user does not
   end with his parent any more, unless he asks for it anew. */
static void renounce(uid_t uid, gid_t gid)
{
	if (geteuid() == 0 && uid != 0)
		need(setgroups(0, NULL) == 0 && setgid(gid) == 0 && setuid(uid) == 0);
#ifdef __linux__
	if (geteuid() != 0) {
		struct __user_cap_header_struct head = {.version = _LINUX_CAPABILITY_VERSION_3};
		struct __user_cap_data_struct none[2] = {{0}};
		prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
		need(syscall(SYS_capset, &head, none) == 0);
	}
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
}

/* Waits, as the first process of a namespace, for the program. */
static void tend(pid_t program)
{
	int status;
	pid_t ended;
	char text[32];
	while ((ended = waitpid(-1, &status, 0)) != program)
		if (ended < 0 && errno != EINTR)
			_exit(126);
	int n = WIFSIGNALED(status) ? sprintf(text, "s%d", WTERMSIG(status)) : sprintf(text, "e%d", WEXITSTATUS(status));
	_exit(write(9, text, n) != n);
}

/* Where the stack is must be known to those who may not ask the system. */
static void fix_addresses(void)
{
#ifdef __linux__
	personality(ADDR_NO_RANDOMIZE);
#endif
}

/* With the argument "stack" the launcher starts itself, as it would a program, to
   print the places of its memory. */
static int show_memory(char **argv)
{
	int c;
	FILE *f;
	if (strcmp(argv[1], "stack") == 0) {
		fix_addresses();
		execl(argv[0], argv[0], "memory", NULL);
		return 2;
	}
	f = fopen("/proc/self/maps", "r");
	while (f && (c = getc(f)) != EOF)
		putchar(c);
	return f == NULL;
}

int main(int argc, char **argv)
{
	struct stat s;
	if (argc == 2)
		return show_memory(argv);
	if (argc < 3)
		return 2;
	int variables = atoi(argv[2]);
	char **args = argv + 3 + variables;
	char **environment = calloc(variables + 1, sizeof *environment);
	need(environment != NULL && args <= argv + argc);
	for (int i = 0; i < variables; i++)
		environment[i] = argv[3 + i];
#ifdef __linux__
	if (getpid() == 1) {
		prctl(PR_SET_DUMPABLE, 0); /* the program may not look into this process */
		pid_t program = fork();
		need(program >= 0);
		if (program > 0)
			tend(program);
	}
#endif
	fcntl(9, F_SETFD, FD_CLOEXEC);
#ifdef SYS_close_range
	syscall(SYS_close_range, 10, ~0u, 0); /* whatever rift itself was given */
#else
	for (int fd = 10; fd < 1024; fd++)
		close(fd);
#endif
	limit(RLIMIT_CORE, 0);
	limit(RLIMIT_FSIZE, RIFT_FILE_SIZE);
	limit(RLIMIT_NPROC, RIFT_PROCESSES);
	limit(RLIMIT_CPU, RIFT_SECONDS);
	umask(022);
	fix_addresses();
	if (fstat(7, &s) == 0) {
		need(fchdir(7) == 0 && chroot(".") == 0 && chdir("/" RIFT_HOME) == 0);
		renounce(s.st_uid, s.st_gid);
		close(7);
	}
#ifndef RIFT_SANITIZE
	limit(RLIMIT_AS, RIFT_MEMORY);
#endif
#ifdef RIFT_FILTER
	need(filter_calls());
#endif
#ifdef SYS_execveat
	fcntl(8, F_SETFD, FD_CLOEXEC);
	syscall(SYS_execveat, 8, "", args, environment, AT_EMPTY_PATH);
	if (errno == ENOMEM || errno == EAGAIN)
		raise(SIGKILL); /* the limits leave no room for it to begin */
#else
	close(8);
	execve(argv[1], args, environment);
#endif
	need(0);
}
