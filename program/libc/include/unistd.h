#ifndef _UNISTD_H
#define _UNISTD_H
#include <features.h>
#include <sys/types.h>
typedef long intptr_t;
#define _POSIX_VERSION 200809L
#define _XOPEN_VERSION 700
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define F_OK 0
#ifndef SEEK_SET
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#endif
#define L_SET SEEK_SET
#define L_INCR SEEK_CUR
#define L_XTND SEEK_END
#define F_ULOCK 0
#define F_LOCK 1
#define F_TLOCK 2
#define F_TEST 3
#define _SC_ARG_MAX 0
#define _SC_CHILD_MAX 1
#define _SC_CLK_TCK 2
#define _SC_NGROUPS_MAX 3
#define _SC_OPEN_MAX 4
#define _SC_PAGESIZE 30
#define _SC_PAGE_SIZE 30
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
#define _SC_PHYS_PAGES 85
#define _SC_AVPHYS_PAGES 86
#define _PC_NAME_MAX 3
#define _PC_PATH_MAX 4
#define _PC_PIPE_BUF 5
#define _CS_PATH 0
extern char **environ;
extern char *optarg;
extern int optind, opterr, optopt;
int getopt(int, char *const[], const char *);
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
ssize_t pread(int, void *, size_t, off_t);
ssize_t pwrite(int, const void *, size_t, off_t);
ssize_t copy_file_range(int, off_t *, int, off_t *, size_t, unsigned int);
off_t lseek(int, off_t, int);
off_t lseek64(int, off_t, int);
int close(int);
int dup(int);
int dup2(int, int);
int dup3(int, int, int);
int pipe(int[2]);
int pipe2(int[2], int);
int fsync(int);
int fdatasync(int);
void sync(void);
int ftruncate(int, off_t);
int truncate(const char *, off_t);
int lockf(int, int, off_t);
int isatty(int);
char *ttyname(int);
int access(const char *, int);
int faccessat(int, const char *, int, int);
int eaccess(const char *, int);
int euidaccess(const char *, int);
int unlink(const char *);
int unlinkat(int, const char *, int);
int fchownat(int, const char *, uid_t, gid_t, int);
int linkat(int, const char *, int, const char *, int);
int symlinkat(const char *, int, const char *);
ssize_t readlinkat(int, const char *, char *, size_t);
int group_member(gid_t);
int rmdir(const char *);
int link(const char *, const char *);
int symlink(const char *, const char *);
ssize_t readlink(const char *, char *, size_t);
int chown(const char *, uid_t, gid_t);
int fchown(int, uid_t, gid_t);
int lchown(const char *, uid_t, gid_t);
char *getcwd(char *, size_t);
char *getwd(char *);
char *get_current_dir_name(void);
int chdir(const char *);
int fchdir(int);
int chroot(const char *);
pid_t fork(void);
pid_t vfork(void);
int execv(const char *, char *const[]);
int execve(const char *, char *const[], char *const[]);
int execvp(const char *, char *const[]);
int execvpe(const char *, char *const[], char *const[]);
int execl(const char *, const char *, ...);
int execlp(const char *, const char *, ...);
int execle(const char *, const char *, ...);
void _exit(int) __attribute__((__noreturn__));
pid_t getpid(void);
pid_t getppid(void);
pid_t getpgrp(void);
pid_t getpgid(pid_t);
int setpgid(pid_t, pid_t);
pid_t setsid(void);
pid_t getsid(pid_t);
pid_t tcgetpgrp(int);
int tcsetpgrp(int, pid_t);
uid_t getuid(void);
uid_t geteuid(void);
gid_t getgid(void);
gid_t getegid(void);
int setuid(uid_t);
int seteuid(uid_t);
int setgid(gid_t);
int setegid(gid_t);
int setreuid(uid_t, uid_t);
int setregid(gid_t, gid_t);
int getgroups(int, gid_t[]);
char *getlogin(void);
int getlogin_r(char *, size_t);
int gethostname(char *, size_t);
int sethostname(const char *, size_t);
int getdomainname(char *, size_t);
long gethostid(void);
unsigned int sleep(unsigned int);
int usleep(useconds_t);
unsigned int alarm(unsigned int);
useconds_t ualarm(useconds_t, useconds_t);
int pause(void);
int nice(int);
long sysconf(int);
long pathconf(const char *, int);
long fpathconf(int, int);
size_t confstr(int, char *, size_t);
int getpagesize(void);
int getdtablesize(void);
void *sbrk(intptr_t);
int brk(void *);
char *crypt(const char *, const char *);
char *getpass(const char *);
void swab(const void *, void *, ssize_t);
long syscall(long, ...);
#define TEMP_FAILURE_RETRY(expr) \
	(__extension__({ \
		long __r; \
		do \
			__r = (long)(expr); \
		while (__r == -1L && errno == 4); \
		__r; \
	}))
#endif
