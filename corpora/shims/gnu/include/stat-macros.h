#pragma once
#include <sys/stat.h>
#ifndef S_ISDOOR
#define S_ISDOOR(mode) 0
#endif
#ifndef S_ISMPB
#define S_ISMPB(mode) 0
#define S_ISMPC(mode) 0
#define S_ISMPX(mode) 0
#endif
#ifndef S_ISCTG
#define S_ISCTG(mode) 0
#define S_ISOFD(mode) 0
#define S_ISOFL(mode) 0
#define S_ISNWK(mode) 0
#define S_ISPORT(mode) 0
#define S_ISWHT(mode) 0
#endif
#ifndef S_TYPEISMQ
#define S_TYPEISMQ(st) 0
#endif
#ifndef S_TYPEISSEM
#define S_TYPEISSEM(st) 0
#endif
#ifndef S_TYPEISSHM
#define S_TYPEISSHM(st) 0
#endif
#ifndef S_TYPEISTMO
#define S_TYPEISTMO(st) 0
#endif
#define S_IRWXUGO (S_IRWXU | S_IRWXG | S_IRWXO)
#define S_IXUGO (S_IXUSR | S_IXGRP | S_IXOTH)
#define CHMOD_MODE_BITS (S_ISUID | S_ISGID | S_ISVTX | S_IRWXUGO)
#define mkfifo_or_mknod mkfifo
