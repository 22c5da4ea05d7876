/* A reader of decimal numbers over ten bytes: blanks, sign, digits, fraction,
   exponent with a sign. The kind of program that makes many short paths. */
#include <klee/klee.h>

static int digit(char c) { return c >= '0' && c <= '9'; }

static int parse(const char *s, int n, long *out)
{
	int i = 0, minus = 0, exp = 0, down = 0;
	long v = 0;
	while (i < n && (s[i] == ' ' || s[i] == '\t'))
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
		int x = 0;
		i++;
		if (i < n && (s[i] == '+' || s[i] == '-'))
			down = s[i++] == '-';
		int from = i;
		while (i < n && digit(s[i]))
			x = x * 10 + (s[i++] - '0');
		if (i == from)
			return -2;
		exp += down ? -x : x;
	}
	*out = minus ? -v : v;
	return i == n || !s[i];
}

int main(void)
{
	char b[10];
	long v = 0;
	klee_make_symbolic(b, sizeof b, "b");
	return parse(b, 10, &v) & 3;
}
