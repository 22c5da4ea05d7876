#ifndef _SYS_TIMEB_H
#define _SYS_TIMEB_H
struct timeb {
	long time;
	unsigned short millitm;
	short timezone;
	short dstflag;
};
int ftime(struct timeb *);
#endif
