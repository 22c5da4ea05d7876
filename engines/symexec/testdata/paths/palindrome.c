// Four bytes read from both ends: it differs at the ends, in the middle, or not.
// model: {"stdin":{"min_size":4,"size":4}}
// paths: 3
#include <unistd.h>
int main(void)
{
	char s[4];
	if (read(0, s, 4) != 4)
		return 9;
	for (int i = 0, j = 3; i < j; i++, j--)
		if (s[i] != s[j])
			return i;
	return 5;
}
