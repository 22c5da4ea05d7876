// strcmp with a constant: for each position below, above, or equal; at the end
// equal or longer; below at a position includes the end of the argument.
// model: {"args":[{"string":{"size":3}}]}
// paths: 4
#include <string.h>
int main(int argc, char **argv)
{
	return strcmp(argv[1], "abc") == 0 ? 7 : 0;
}
