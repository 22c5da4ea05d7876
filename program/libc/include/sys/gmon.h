#ifndef _SYS_GMON_H
#define _SYS_GMON_H
void monstartup(unsigned long, unsigned long);
void moncontrol(int);
void _mcleanup(void);
#endif
