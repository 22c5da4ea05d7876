#ifndef _ARPA_INET_H
#define _ARPA_INET_H
#include <netinet/in.h>
#endif
