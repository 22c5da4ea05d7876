#ifndef _SYS_SYSMACROS_H
#define _SYS_SYSMACROS_H
#define major(dev) ((unsigned)(((dev) >> 8) & 0xfff))
#define minor(dev) ((unsigned)((dev) & 0xff))
#define makedev(maj, min) ((dev_t)(maj) << 8 | (min))
#endif
