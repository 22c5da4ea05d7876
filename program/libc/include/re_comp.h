#ifndef _RE_COMP_H
#define _RE_COMP_H
char *re_comp(const char *);
int re_exec(const char *);
#endif
