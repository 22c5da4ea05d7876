#ifndef _ALIASES_H
#define _ALIASES_H
#include <sys/types.h>
struct aliasent {
	char *alias_name;
	size_t alias_members_len;
	char **alias_members;
	int alias_local;
};
void setaliasent(void);
void endaliasent(void);
struct aliasent *getaliasent(void);
struct aliasent *getaliasbyname(const char *);
#endif
