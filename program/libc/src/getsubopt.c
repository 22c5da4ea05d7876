#include <stdlib.h>
#include <string.h>

int getsubopt(char **rest, char *const *names, char **value)
{
	char *s = *rest;
	size_t n = strcspn(s, ",");
	*rest = s + n;
	if (s[n])
		*(*rest)++ = 0;
	char *eq = strchr(s, '=');
	size_t len = eq ? (size_t)(eq - s) : strlen(s);
	for (int i = 0; names[i]; i++)
		if (!strncmp(names[i], s, len) && !names[i][len]) {
			*value = eq ? eq + 1 : 0;
			return i;
		}
	*value = s;
	return -1;
}
