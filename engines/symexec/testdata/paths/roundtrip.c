// A number printed into memory and read back is the same: one path for each
// sign and number of digits, and none on which they differ.
// model: {"entry":"f","params":[{"name":"x","int":{"min":-20,"max":150}}]}
// paths: 5
#include <stdio.h>
#include <stdlib.h>
int f(int x)
{
	char text[16];
	int n = sprintf(text, "%d", x);
	char *end;
	long y = strtol(text, &end, 10);
	if (y != x || end != text + n)
		return 1;
	return 0;
}
int main(void) { return f(12); }
