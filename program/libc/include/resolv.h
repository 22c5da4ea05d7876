#ifndef _RESOLV_H
#define _RESOLV_H
#include <sys/types.h>
#include <netinet/in.h>
int res_init(void);
int res_query(const char *, int, int, unsigned char *, int);
int res_search(const char *, int, int, unsigned char *, int);
int dn_expand(const unsigned char *, const unsigned char *, const unsigned char *, char *, int);
#endif
