// strtol reads up to two digits from a string: odd and even; without its
// summary for each of two lengths.
// model: {"args":[{"string":{"min_size":1,"size":2,"alphabet":"0123456789"}}]}
// paths: 2
// plain: 4
#include <stdlib.h>
int main(int argc, char **argv)
{
	return (int)strtol(argv[1], 0, 10) & 1 ? 0 : 0;
}
