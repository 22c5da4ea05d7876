// A word looked up in a list with strcmp: five words and none of them. Without
// a summary, the nodes of the tree of prefixes that the words make, each left at
// once or followed: "", a, ad, add, an, and, n, no, not, o, or, x, xo, xor, and
// what is longer than add, and, not, or, xor.
// model: {"args":[{"string":{"size":4}}]}
// paths: 6
// plain: 19
#include <string.h>
static const char *const list[] = {"add", "and", "or", "xor", "not"};
int main(int argc, char **argv)
{
	for (int i = 0; i < 5; i++)
		if (strcmp(argv[1], list[i]) == 0)
			return i;
	return 9;
}
