// The length of a string is a term. Without a summary of strlen there is one path
// for each length.
// model: {"args":[{"string":{"size":5}}]}
// paths: 1
// plain: 6
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv)
{
	printf("%d\n", (int)strlen(argv[1]));
	return 0;
}
