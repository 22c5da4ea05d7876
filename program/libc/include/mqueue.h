#ifndef _MQUEUE_H
#define _MQUEUE_H
#include <sys/types.h>
#include <fcntl.h>
#include <signal.h>
#include <time.h>
typedef int mqd_t;
struct mq_attr {
	long mq_flags;
	long mq_maxmsg;
	long mq_msgsize;
	long mq_curmsgs;
	long __pad[4];
};
mqd_t mq_open(const char *, int, ...);
int mq_close(mqd_t);
int mq_getattr(mqd_t, struct mq_attr *);
int mq_setattr(mqd_t, const struct mq_attr *, struct mq_attr *);
int mq_unlink(const char *);
int mq_notify(mqd_t, const struct sigevent *);
ssize_t mq_receive(mqd_t, char *, size_t, unsigned int *);
int mq_send(mqd_t, const char *, size_t, unsigned int);
ssize_t mq_timedreceive(mqd_t, char *, size_t, unsigned int *, const struct timespec *);
int mq_timedsend(mqd_t, const char *, size_t, unsigned int, const struct timespec *);
#endif
