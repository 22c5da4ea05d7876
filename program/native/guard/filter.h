/* The system calls that a program of an unknown origin may not make: those that reach
   other processes, that make or change namespaces, mounts and the kernel itself, and
   those whose faults have let processes out of what confined them. A refused call fails
   as on a system that forbids it. What has another architecture ends the process. */
#if defined(__linux__) && defined(__x86_64__)
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/socket.h>

#define RIFT_REFUSE(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))
#define RIFT_CALL(number, error) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1), RIFT_REFUSE(error)

/* New namespaces of any kind, as flags of clone and unshare. */
#define RIFT_NAMESPACES (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | 0x80)

static struct sock_filter rift_filter[] = {
	BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0),
	BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
	BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
	BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1), /* x32 */
	BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
	/* other processes */
	RIFT_CALL(101, EPERM),              /* ptrace */
	RIFT_CALL(310, EPERM),              /* process_vm_readv */
	RIFT_CALL(311, EPERM),              /* process_vm_writev */
	RIFT_CALL(312, EPERM),              /* kcmp */
	RIFT_CALL(438, EPERM),              /* pidfd_getfd */
	RIFT_CALL(440, EPERM),              /* process_madvise */
	/* namespaces, roots and mounts */
	RIFT_CALL(272, EPERM),              /* unshare */
	RIFT_CALL(308, EPERM),              /* setns */
	RIFT_CALL(161, EPERM),              /* chroot */
	RIFT_CALL(155, EPERM),              /* pivot_root */
	RIFT_CALL(165, EPERM),              /* mount */
	RIFT_CALL(166, EPERM),              /* umount2 */
	RIFT_CALL(428, EPERM),              /* open_tree */
	RIFT_CALL(429, EPERM),              /* move_mount */
	RIFT_CALL(430, EPERM),              /* fsopen */
	RIFT_CALL(431, EPERM),              /* fsconfig */
	RIFT_CALL(432, EPERM),              /* fsmount */
	RIFT_CALL(433, EPERM),              /* fspick */
	RIFT_CALL(442, EPERM),              /* mount_setattr */
	RIFT_CALL(303, EPERM),              /* name_to_handle_at */
	RIFT_CALL(304, EPERM),              /* open_by_handle_at */
	RIFT_CALL(133, EPERM),              /* mknod */
	RIFT_CALL(259, EPERM),              /* mknodat */
	/* the kernel */
	RIFT_CALL(321, EPERM),              /* bpf */
	RIFT_CALL(298, EPERM),              /* perf_event_open */
	RIFT_CALL(323, EPERM),              /* userfaultfd */
	RIFT_CALL(425, ENOSYS),             /* io_uring_setup */
	RIFT_CALL(426, ENOSYS),             /* io_uring_enter */
	RIFT_CALL(427, ENOSYS),             /* io_uring_register */
	RIFT_CALL(248, EPERM),              /* add_key */
	RIFT_CALL(249, EPERM),              /* request_key */
	RIFT_CALL(250, EPERM),              /* keyctl */
	RIFT_CALL(175, EPERM),              /* init_module */
	RIFT_CALL(313, EPERM),              /* finit_module */
	RIFT_CALL(176, EPERM),              /* delete_module */
	RIFT_CALL(246, EPERM),              /* kexec_load */
	RIFT_CALL(320, EPERM),              /* kexec_file_load */
	RIFT_CALL(169, EPERM),              /* reboot */
	RIFT_CALL(167, EPERM),              /* swapon */
	RIFT_CALL(168, EPERM),              /* swapoff */
	RIFT_CALL(163, EPERM),              /* acct */
	RIFT_CALL(179, EPERM),              /* quotactl */
	RIFT_CALL(103, EPERM),              /* syslog */
	RIFT_CALL(172, EPERM),              /* iopl */
	RIFT_CALL(173, EPERM),              /* ioperm */
	RIFT_CALL(300, EPERM),              /* fanotify_init */
	RIFT_CALL(164, EPERM),              /* settimeofday */
	RIFT_CALL(227, EPERM),              /* clock_settime */
	RIFT_CALL(159, EPERM),              /* adjtimex */
	RIFT_CALL(305, EPERM),              /* clock_adjtime */
	RIFT_CALL(170, EPERM),              /* sethostname */
	RIFT_CALL(171, EPERM),              /* setdomainname */
	/* clone3 has its flags in memory, where no filter sees them: libraries fall back to clone */
	RIFT_CALL(435, ENOSYS),             /* clone3 */
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 56, 0, 4), /* clone */
	BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
	BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, RIFT_NAMESPACES & ~0x80, 0, 1),
	RIFT_REFUSE(EPERM),
	BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	/* sockets of the families that programs of an ordinary kind use */
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 41, 0, 6), /* socket */
	BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 3, 0),
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_INET, 2, 0),
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_INET6, 1, 0),
	RIFT_REFUSE(EAFNOSUPPORT),
	BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
};

/* Installs the filter for this process and what it becomes. */
static int filter_calls(void)
{
	struct sock_fprog p = {sizeof rift_filter / sizeof *rift_filter, rift_filter};
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &p) == 0;
}
#else
static int filter_calls(void) { return 0; }
#endif
