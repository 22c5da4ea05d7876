// An argument out of three, and a number; without a summary of atoi, the five
// shapes of the number (sign and digits) for each of the three: 5 + 2*6, as one of
// them has numbers on both sides of the limit.
// model: {"args":[{"choice":["add","sub","nop"]},{"int":{"min":-20,"max":300}}]}
// paths: 5
// plain: 17
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
	int x = atoi(argv[2]);
	if (strcmp(argv[1], "add") == 0)
		x += 5;
	else if (strcmp(argv[1], "sub") == 0)
		x -= 5;
	else
		return 0;
	return x > 100;
}
