#include <stdlib.h>
#include <rift/file.h>

extern char **environ;
void __libc_environ_init(void);

const char *__libc_getenv(const char *name)
{
	__libc_environ_init();
	for (char **e = environ; *e; e++) {
		unsigned long i = 0;
		while (name[i] && (*e)[i] == name[i])
			i++;
		if (!name[i] && (*e)[i] == '=')
			return *e + i + 1;
	}
	return 0;
}

char *getenv(const char *name)
{
	return (char *)__libc_getenv(name);
}

char *secure_getenv(const char *name)
{
	return (char *)__libc_getenv(name);
}
