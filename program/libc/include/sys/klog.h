#ifndef _SYS_KLOG_H
#define _SYS_KLOG_H
int klogctl(int, char *, int);
#endif
