#ifndef _PTY_H
#define _PTY_H
#include <termios.h>
#include <sys/ioctl.h>
int openpty(int *, int *, char *, const struct termios *, const struct winsize *);
int forkpty(int *, char *, const struct termios *, const struct winsize *);
#endif
