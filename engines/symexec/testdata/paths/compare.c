// strcmp with a constant: equal or not. Without its summary, different at each
// of three positions, or equal: the argument cannot be longer.
// model: {"args":[{"string":{"size":3}}]}
// paths: 2
// plain: 4
#include <string.h>
int main(int argc, char **argv)
{
	return strcmp(argv[1], "abc") == 0 ? 7 : 0;
}
