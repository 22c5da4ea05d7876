/* The program's name as error messages show it. */
#include <rift/intrinsics.h>

static char *name[2];

/* Returns argument 0, or what follows its last slash if brief is not 0. */
char *__libc_progname(int brief)
{
	if (!name[0]) {
		char *s = (char *)__rift_arg(0);
		name[0] = name[1] = s ? s : "";
		for (s = name[0]; *s; s++)
			if (*s == '/')
				name[1] = s + 1;
	}
	return name[brief != 0];
}
