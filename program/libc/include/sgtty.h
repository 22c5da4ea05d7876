#ifndef _SGTTY_H
#define _SGTTY_H
#include <sys/ioctl.h>
struct sgttyb;
int gtty(int, struct sgttyb *);
int stty(int, const struct sgttyb *);
#endif
