#ifndef _TERMIO_H
#define _TERMIO_H
#include <termios.h>
#include <sys/ioctl.h>

#endif
