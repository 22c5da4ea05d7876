#ifndef _SCHED_H
#define _SCHED_H
#include <sys/types.h>
#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2
#define SCHED_BATCH 3
#define SCHED_IDLE 5
struct sched_param {
	int sched_priority;
};
#define CPU_SETSIZE 1024
typedef struct {
	unsigned long __bits[CPU_SETSIZE / 64];
} cpu_set_t;
#define CPU_ZERO(set) ((void)(*(set) = (cpu_set_t){{0}}))
#define CPU_SET(cpu, set) ((void)((set)->__bits[(cpu) / 64] |= 1ul << (cpu) % 64))
#define CPU_CLR(cpu, set) ((void)((set)->__bits[(cpu) / 64] &= ~(1ul << (cpu) % 64)))
#define CPU_ISSET(cpu, set) ((int)((set)->__bits[(cpu) / 64] >> (cpu) % 64 & 1))
#define CPU_COUNT(set) __sched_cpucount(sizeof(cpu_set_t), set)
int __sched_cpucount(size_t, const cpu_set_t *);
int sched_yield(void);
int sched_getcpu(void);
int sched_getaffinity(pid_t, size_t, cpu_set_t *);
int sched_setaffinity(pid_t, size_t, const cpu_set_t *);
#endif
