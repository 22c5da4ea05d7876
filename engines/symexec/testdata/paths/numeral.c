// A hand-written reader of decimal numbers over five bytes: blanks, sign,
// digits, fraction, exponent. The number of paths is that of different traces of
// basic blocks over all words of nine bytes that stand for what it tells apart.
// model: {"stdin":{"min_size":5,"size":5}}
// paths: 324
#include <unistd.h>
static int digit(char c) { return c >= '0' && c <= '9'; }
static int parse(const char *s, int n, long *out)
{
	int i = 0, minus = 0, exp = 0;
	long v = 0;
	while (i < n && s[i] == ' ')
		i++;
	if (i < n && (s[i] == '+' || s[i] == '-'))
		minus = s[i++] == '-';
	int start = i;
	while (i < n && digit(s[i]))
		v = v * 10 + (s[i++] - '0');
	if (i == start)
		return -1;
	if (i < n && s[i] == '.')
		for (i++; i < n && digit(s[i]); exp--)
			v = v * 10 + (s[i++] - '0');
	if (i < n && (s[i] == 'e' || s[i] == 'E')) {
		int x = 0, from = ++i;
		while (i < n && digit(s[i]))
			x = x * 10 + (s[i++] - '0');
		if (i == from)
			return -2;
		exp += x;
	}
	*out = minus ? -v : v;
	return i < n ? 1 : 2;
}
int main(void)
{
	char s[5];
	long v = 0;
	if (read(0, s, 5) != 5)
		return 9;
	return parse(s, 5, &v) + 10;
}
