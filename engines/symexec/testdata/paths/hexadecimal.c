// A number printed in base 16 and read back: zero, and for each number of digits
// the choices of numeral or letter, as they are told apart when read.
// model: {"entry":"f","params":[{"name":"x","int":{"min":0,"max":255}}]}
// paths: 7
#include <stdio.h>
#include <stdlib.h>
int f(unsigned x)
{
	char text[16];
	sprintf(text, "%x", x);
	return strtoul(text, 0, 16) != x;
}
int main(void) { return f(12); }
