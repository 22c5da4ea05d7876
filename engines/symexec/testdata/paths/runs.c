// Run lengths of four bytes: each of three borders is one or not.
// model: {"stdin":{"min_size":4,"size":4}}
// paths: 8
#include <unistd.h>
int main(void)
{
	unsigned char s[4];
	int runs = 1;
	if (read(0, s, 4) != 4)
		return 9;
	for (int i = 1; i < 4; i++)
		if (s[i] != s[i - 1])
			runs++;
	return runs;
}
