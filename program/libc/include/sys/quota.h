#ifndef _SYS_QUOTA_H
#define _SYS_QUOTA_H
int quotactl(int, const char *, int, char *);
#endif
