#ifndef _SYS_SYSINFO_H
#define _SYS_SYSINFO_H
int get_nprocs(void);
int get_nprocs_conf(void);
#endif
