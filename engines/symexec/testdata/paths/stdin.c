// Standard input of up to two bytes.
// model: {"stdin":{"size":2}}
// paths: 7
#include <stdio.h>
int main(void)
{
	int c, n = 0;
	while ((c = getchar()) != EOF)
		if (c == 'x')
			n++;
	return n;
}
