#ifndef _SYS_ACCT_H
#define _SYS_ACCT_H
int acct(const char *);
#endif
