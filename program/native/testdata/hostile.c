/* Attempts of a program to get at what is not its own. The first argument names one; a
   line "escaped" on the output says that it succeeded. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/if_packet.h>
#include <linux/netlink.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <stddef.h>
#include <string.h>
#include <time.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static char *outside; /* a path that the program is not given */
static int port;      /* where somebody listens outside */

static int writes(const char *name)
{
	int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0644);
	return fd >= 0 && write(fd, "x", 1) == 1;
}

static int reads(const char *name)
{
	char c;
	int fd = open(name, O_RDONLY);
	return fd >= 0 && read(fd, &c, 1) == 1;
}

static int opens_socket(int family, int type, int protocol) { return socket(family, type, protocol) >= 0; }

/* Stays, if it can, and writes outside and inside later. */
static int stays(void)
{
	if (fork() == 0) {
		setsid();
		if (fork() == 0) {
			for (int i = 0; i < 3; i++)
				close(i);
			for (;;)
				pause();
		}
		_exit(0);
	}
	return 0;
}

static int try(const char *what)
{
#define IS(name) (strcmp(what, name) == 0)
	struct stat s;
	if (IS("write outside")) return 0 * writes(outside); /* judged from outside */
	if (IS("read passwords")) return reads("/etc/passwd") || reads("/etc/shadow");
	if (IS("shell")) return access("/bin/sh", F_OK) == 0;
	if (IS("symlink")) { symlink(outside, "link"); return 0 * writes("link"); }
	if (IS("hard link")) return link("/etc/passwd", "hard") == 0 || linkat(AT_FDCWD, "/proc/self/exe", AT_FDCWD, "hard2", AT_SYMLINK_FOLLOW) == 0 && reads("hard2");
	if (IS("dots")) { char up[4096] = ""; for (int i = 0; i < 40; i++) strcat(up, "../"); strcat(up, "etc/passwd"); return reads(up); }
	if (IS("chroot twice")) { mkdir("d", 0777); int fd = open("/", O_RDONLY); return chroot("d") == 0 && fchdir(fd) == 0; }
	if (IS("parent of root")) { chdir("/"); for (int i = 0; i < 40; i++) chdir(".."); return access("etc/passwd", F_OK) == 0; }
	if (IS("descriptors")) {
		for (int fd = 3; fd < 1024; fd++) { /* no folder, and nothing but the run's own streams, one of which is out of the way */
			if (fstat(fd, &s) == 0 && S_ISDIR(s.st_mode)) return 1;
			if (fstat(fd, &s) == 0 && fd > 6 && !(S_ISREG(s.st_mode) && s.st_nlink == 1 && s.st_size < 64)) return 1;
		}
		return 0;
	}
	if (IS("root")) return geteuid() == 0 || setuid(0) == 0 || seteuid(0) == 0;
	if (IS("group")) return getegid() == 0 && getuid() == 0 || setgroups(0, NULL) == 0;
	if (IS("capabilities")) { unsigned head[2] = {0x20080522, 0}, data[6] = {0}; return syscall(SYS_capget, head, data) != 0 || (data[0] | data[1] | data[3] | data[4]) != 0; }
	if (IS("ptrace parent")) return ptrace(PTRACE_ATTACH, getppid(), 0, 0) == 0;
	if (IS("ptrace me")) return ptrace(PTRACE_TRACEME, 0, 0, 0) == 0;
	if (IS("read parent")) { char b[8]; struct { void *p; size_t n; } l = {b, 8}, r = {(void *)0x400000, 8}; return syscall(SYS_process_vm_readv, getppid(), &l, 1, &r, 1, 0) > 0; }
	if (IS("kill parent")) { kill(getppid(), SIGKILL); return 0; }
	if (IS("stop parent")) { kill(getppid(), SIGSTOP); return 0; }
	if (IS("kill all")) { signal(SIGTERM, SIG_IGN); kill(-1, SIGTERM); return 0; }
	if (IS("signal by number")) { for (int p = 3; p < 70000; p++) if (kill(p, 0) == 0 || errno == EPERM) return 1; return 0; }
	if (IS("parent's memory")) { char n[64]; sprintf(n, "/proc/%d/mem", getppid()); return open(n, O_RDWR) >= 0; }
	if (IS("parent's environment")) { char n[64]; sprintf(n, "/proc/%d/environ", getppid()); return reads(n) || reads("/proc/1/environ"); }
	if (IS("proc write")) return writes("/proc/sys/kernel/core_pattern") && access("/proc/1", F_OK) == 0 || writes("/proc/sysrq-trigger") && access("/proc/1", F_OK) == 0;
	if (IS("user namespace")) return unshare(CLONE_NEWUSER) == 0;
	if (IS("mount namespace")) return unshare(CLONE_NEWNS) == 0;
	if (IS("network namespace")) return unshare(CLONE_NEWNET) == 0;
	if (IS("clone namespace")) return syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0) >= 0;
	if (IS("clone3 namespace")) { unsigned long a[11] = {CLONE_NEWUSER, 0, 0, 0, SIGCHLD}; return syscall(SYS_clone3, a, sizeof a) >= 0; }
	if (IS("setns")) { int fd = open("/proc/1/ns/mnt", O_RDONLY); return syscall(SYS_setns, fd, 0) == 0; }
	if (IS("mount")) { mkdir("m", 0777); return mount("none", "m", "tmpfs", 0, "") == 0; }
	if (IS("mount proc")) { mkdir("m", 0777); return mount("proc", "m", "proc", 0, "") == 0; }
	if (IS("new mount api")) return syscall(430, "tmpfs", 0) >= 0;
	if (IS("pivot root")) return syscall(SYS_pivot_root, ".", ".") == 0;
	if (IS("device")) return mknod("disk", S_IFBLK | 0666, makedev(254, 0)) == 0 && open("disk", O_RDONLY) >= 0 || mknod("mem", S_IFCHR | 0666, makedev(1, 1)) == 0;
	if (IS("handle")) return syscall(SYS_name_to_handle_at, AT_FDCWD, "/", NULL, NULL, 0) == 0 || errno == EFAULT || syscall(SYS_open_by_handle_at, 3, NULL, 0) >= 0;
	if (IS("io_uring")) { char p[512] = {0}; return syscall(425, 4, p) >= 0; }
	if (IS("bpf")) { char a[128] = {0}; return syscall(SYS_bpf, 0, a, sizeof a) >= 0; }
	if (IS("perf")) { char a[128] = {0}; return syscall(SYS_perf_event_open, a, 0, -1, -1, 0) >= 0; }
	if (IS("userfaultfd")) return syscall(SYS_userfaultfd, 0) >= 0 || syscall(SYS_userfaultfd, 1) >= 0;
	if (IS("keyring")) return syscall(SYS_keyctl, 0, -4, 1) >= 0;
	if (IS("module")) return syscall(SYS_finit_module, 0, "", 0) == 0;
	if (IS("reboot")) return syscall(SYS_reboot, 0xfee1dead, 672274793, 0, 0) == 0;
	if (IS("clock")) { struct timespec t = {0}; return clock_settime(CLOCK_REALTIME, &t) == 0; }
	if (IS("host name")) return sethostname("x", 1) == 0;
	if (IS("priority")) return setpriority(PRIO_PROCESS, 0, -10) == 0;
	if (IS("limits")) { struct rlimit l = {RLIM_INFINITY, RLIM_INFINITY}; return setrlimit(RLIMIT_FSIZE, &l) == 0 || setrlimit(RLIMIT_NPROC, &l) == 0; }
	if (IS("raw socket")) return opens_socket(AF_INET, SOCK_RAW, 1);
	if (IS("packet socket")) return opens_socket(AF_PACKET, SOCK_RAW, 0);
	if (IS("netlink socket")) return opens_socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);
	if (IS("vsock")) return opens_socket(40, SOCK_STREAM, 0);
	if (IS("alg socket")) return opens_socket(38, SOCK_SEQPACKET, 0);
	if (IS("network")) {
		int fd = socket(AF_INET, SOCK_STREAM, 0);
		struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
		return connect(fd, (struct sockaddr *)&a, sizeof a) == 0;
	}
	if (IS("abstract socket")) {
		int fd = socket(AF_UNIX, SOCK_STREAM, 0);
		struct sockaddr_un a = {.sun_family = AF_UNIX};
		strcpy(a.sun_path + 1, "rift-test-hostile");
		return connect(fd, (struct sockaddr *)&a, offsetof(struct sockaddr_un, sun_path) + 1 + strlen(a.sun_path + 1)) == 0;
	}
	if (IS("shared memory")) { int id = shmget(0x52494654, 4096, 0); return id >= 0; }
	if (IS("setsid")) return stays();
	if (IS("fork bomb")) { for (;;) fork(); }
	if (IS("huge file")) { int fd = open("huge", O_WRONLY | O_CREAT, 0644); static char b[1 << 20]; for (;;) if (write(fd, b, sizeof b) <= 0) return 0; }
	if (IS("sparse files")) { for (int i = 0; i < 40; i++) { char n[16]; sprintf(n, "s%d", i); int fd = open(n, O_WRONLY | O_CREAT, 0644); ftruncate(fd, 4 << 20); } return 0; }
	if (IS("many files")) { for (int i = 0; i < 300; i++) { char n[16]; sprintf(n, "f%d", i); close(open(n, O_WRONLY | O_CREAT, 0644)); } return 0; }
	if (IS("memory")) { for (;;) { char *p = mmap(0, 16 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); if (p == MAP_FAILED) return 0; memset(p, 1, 16 << 20); } }
	if (IS("output")) { for (;;) if (puts("0123456789012345678901234567890123456789") < 0 || fflush(stdout)) return 0; }
	if (IS("forged end")) { for (int fd = 3; fd < 64; fd++) write(fd, "e0", 2); return 0; }
	if (IS("i386 calls")) { long r; __asm__ volatile("int $0x80" : "=a"(r) : "a"(20) : "memory"); return 1; }
	return 2;
}

int main(int argc, char **argv)
{
	outside = argv[2];
	port = atoi(argv[3]);
	int got = try(argv[1]);
	if (got == 1)
		puts("escaped");
	return got == 2 ? 77 : 0;
}
