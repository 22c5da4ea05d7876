// A number argument whose digits are looked at.
// model: {"args":[{"int":{"min":-5,"max":120}}]}
// paths: 4
#include <string.h>
int main(int argc, char **argv)
{
	return (int)strlen(argv[1]) + (argv[1][0] == '-');
}
