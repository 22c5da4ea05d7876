#ifndef _SYS_IOCTL_H
#define _SYS_IOCTL_H
struct winsize {
	unsigned short ws_row;
	unsigned short ws_col;
	unsigned short ws_xpixel;
	unsigned short ws_ypixel;
};
#define TCGETS 0x5401
#define TCSETS 0x5402
#define TIOCGWINSZ 0x5413
#define TIOCSWINSZ 0x5414
#define FIONREAD 0x541B
#define FIONBIO 0x5421
/* How requests are numbered: direction, size, type, number. */
#define _IOC(direction, type, number, size) ((direction) << 30 | (size) << 16 | (type) << 8 | (number))
#define _IO(type, number) _IOC(0u, type, number, 0)
#define _IOW(type, number, what) _IOC(1u, type, number, sizeof(what))
#define _IOR(type, number, what) _IOC(2u, type, number, sizeof(what))
#define _IOWR(type, number, what) _IOC(3u, type, number, sizeof(what))
int ioctl(int, unsigned long, ...);
#endif
