// From no to two arguments of one byte.
// model: {"sym_args":{"min":0,"max":2,"len":1}}
// paths: 5
#include <stdio.h>
int main(int argc, char **argv)
{
	if (argc == 1)
		return 9;
	if (argv[1][0] == 'a')
		return argc;
	return 0;
}
