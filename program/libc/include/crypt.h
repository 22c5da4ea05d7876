#ifndef _CRYPT_H
#define _CRYPT_H
char *crypt(const char *, const char *);
#endif
