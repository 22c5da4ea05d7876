#include <string.h>
#include <stdlib.h>

static int digit(int c)
{
	return (unsigned)c - '0' < 10;
}

/* Orders names with numbers in them: runs of digits by value, runs with
   leading zeros as fractions (more zeros come first). */
int strverscmp(const char *a, const char *b)
{
	const unsigned char *p = (const unsigned char *)a, *q = (const unsigned char *)b;
	size_t i = 0, start = 0;
	int zeros = 1;
	for (; p[i] == q[i]; i++) {
		if (!p[i])
			return 0;
		if (!digit(p[i]))
			start = i + 1, zeros = 1;
		else if (p[i] != '0')
			zeros = 0;
	}
	if (start < i && p[start] != '0' || start == i && digit(p[i]) && digit(q[i]) && p[i] != '0' && q[i] != '0') {
		size_t x = i, y = i;
		while (digit(p[x]))
			x++;
		while (digit(q[y]))
			y++;
		if (x != y)
			return x < y ? -1 : 1;
	} else if (zeros && start < i && (digit(p[i]) || digit(q[i])))
		return (unsigned char)(p[i] - '0') - (unsigned char)(q[i] - '0');
	return p[i] - q[i];
}

char *strfry(char *s)
{
	size_t n = strlen(s);
	for (size_t i = 0; i + 1 < n; i++) {
		size_t j = i + (size_t)rand() % (n - i);
		char c = s[i];
		s[i] = s[j];
		s[j] = c;
	}
	return s;
}

/* The GNU variant: never changes its argument. */
char *basename(const char *path)
{
	const char *slash = strrchr(path, '/');
	return (char *)(slash ? slash + 1 : path);
}

int ffs(int x)
{
	return ffsll((unsigned int)x);
}

int ffsl(long x)
{
	return ffsll(x);
}

int ffsll(long long x)
{
	unsigned long long u = x;
	if (!u)
		return 0;
	int n = 1;
	while (!(u & 1))
		u >>= 1, n++;
	return n;
}
