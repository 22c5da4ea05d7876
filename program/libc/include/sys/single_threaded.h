#ifndef _SYS_SINGLE_THREADED_H
#define _SYS_SINGLE_THREADED_H
extern char __libc_single_threaded;
#endif
