#ifndef _STRING_H
#define _STRING_H
#include <features.h>
#include <stddef.h>
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *mempcpy(void *, const void *, size_t);
void *memccpy(void *, const void *, int, size_t);
void *memset(void *, int, size_t);
int memcmp(const void *, const void *, size_t);
void *memchr(const void *, int, size_t);
void *memrchr(const void *, int, size_t);
void *rawmemchr(const void *, int);
void *memmem(const void *, size_t, const void *, size_t);
void *memfrob(void *, size_t);
char *strcpy(char *, const char *);
char *strncpy(char *, const char *, size_t);
char *stpcpy(char *, const char *);
char *stpncpy(char *, const char *, size_t);
char *strcat(char *, const char *);
char *strncat(char *, const char *, size_t);
size_t strlcpy(char *, const char *, size_t);
size_t strlcat(char *, const char *, size_t);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
int strcoll(const char *, const char *);
size_t strxfrm(char *, const char *, size_t);
int strverscmp(const char *, const char *);
char *strdup(const char *);
char *strndup(const char *, size_t);
#define strdupa(s) ((char *)strcpy((char *)__builtin_alloca(strlen(s) + 1), s))
char *strchr(const char *, int);
char *strrchr(const char *, int);
char *strchrnul(const char *, int);
size_t strcspn(const char *, const char *);
size_t strspn(const char *, const char *);
char *strpbrk(const char *, const char *);
char *strstr(const char *, const char *);
char *strcasestr(const char *, const char *);
char *strtok(char *, const char *);
char *strtok_r(char *, const char *, char **);
char *strsep(char **, const char *);
size_t strlen(const char *);
size_t strnlen(const char *, size_t);
char *strerror(int);
char *strerror_r(int, char *, size_t);
const char *strerrorname_np(int);
const char *strerrordesc_np(int);
char *strsignal(int);
const char *sigabbrev_np(int);
const char *sigdescr_np(int);
char *strfry(char *);
#ifndef basename
char *basename(const char *);
#endif
typedef struct __locale *locale_t;
int strcoll_l(const char *, const char *, locale_t);
size_t strxfrm_l(char *, const char *, size_t, locale_t);
char *strerror_l(int, locale_t);
void *__mempcpy(void *, const void *, size_t);
char *__stpcpy(char *, const char *);
#include <strings.h>
#endif
