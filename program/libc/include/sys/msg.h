#ifndef _SYS_MSG_H
#define _SYS_MSG_H
#include <sys/ipc.h>
#define MSG_NOERROR 010000
#define MSG_EXCEPT 020000

typedef unsigned long msgqnum_t;
typedef unsigned long msglen_t;
struct msqid_ds {
	struct ipc_perm msg_perm;
	time_t msg_stime;
	time_t msg_rtime;
	time_t msg_ctime;
	unsigned long __msg_cbytes;
	msgqnum_t msg_qnum;
	msglen_t msg_qbytes;
	pid_t msg_lspid;
	pid_t msg_lrpid;
	unsigned long __rest[2];
};
struct msgbuf {
	long mtype;
	char mtext[1];
};
int msgctl(int, int, struct msqid_ds *);
int msgget(key_t, int);
ssize_t msgrcv(int, void *, size_t, long, int);
int msgsnd(int, const void *, size_t, int);
#endif
