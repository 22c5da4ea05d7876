// strtol reads up to two digits from a string: two lengths, odd and even.
// model: {"args":[{"string":{"min_size":1,"size":2,"alphabet":"0123456789"}}]}
// paths: 4
#include <stdlib.h>
int main(int argc, char **argv)
{
	return (int)strtol(argv[1], 0, 10) & 1 ? 0 : 0;
}
