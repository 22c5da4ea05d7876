#ifndef _ARPA_INET_H
#define _ARPA_INET_H
#include <netinet/in.h>
in_addr_t inet_addr(const char *);
in_addr_t inet_network(const char *);
in_addr_t inet_lnaof(struct in_addr);
in_addr_t inet_netof(struct in_addr);
struct in_addr inet_makeaddr(in_addr_t, in_addr_t);
char *inet_ntoa(struct in_addr);
int inet_aton(const char *, struct in_addr *);
int inet_pton(int, const char *, void *);
const char *inet_ntop(int, const void *, char *, socklen_t);
#endif
