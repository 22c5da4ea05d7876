#ifndef _ENVZ_H
#define _ENVZ_H
#include <argz.h>
char *envz_entry(const char *, size_t, const char *);
char *envz_get(const char *, size_t, const char *);
error_t envz_add(char **, size_t *, const char *, const char *);
error_t envz_merge(char **, size_t *, const char *, size_t, int);
void envz_remove(char **, size_t *, const char *);
void envz_strip(char **, size_t *);
#endif
