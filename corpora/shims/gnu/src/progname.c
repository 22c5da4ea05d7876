#include <config.h>
#include "progname.h"
#include <errno.h>

char const *program_name;

void set_program_name(char const *argv0)
{
	program_name = argv0;
	program_invocation_name = (char *)argv0;
}
