/* The scanf family. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static void ints(const char *in, const char *fmt)
{
	int a = -7, b = -7, c = -7, n = -1;
	char f[64];
	snprintf(f, sizeof f, "%s%%n", fmt);
	int r = sscanf(in, f, &a, &b, &c, &n);
	printf("(%s) (%s): %d  %d %d %d %d\n", in, fmt, r, a, b, c, n);
}

static void floats(const char *in, const char *fmt)
{
	float a = -7, b = -7;
	char rest[32] = "-";
	int r = sscanf(in, fmt, &a, &b, rest);
	printf("(%s) (%s): %d  %g %g [%s]\n", in, fmt, r, a, b, rest);
}

static void words(const char *in, const char *fmt)
{
	char a[64] = "-", b[64] = "-", c[64] = "-";
	int r = sscanf(in, fmt, a, b, c);
	printf("(%s) (%s): %d  [%s] [%s] [%s]\n", in, fmt, r, a, b, c);
}

int main(void)
{
	static const char *inputs[] = {"", " ", "12", " 12 34 56", "12,34,56", "-5 +6 0", "0x1F 077 10", "0x", "0xg", "08", "abc",
	                               "12abc", "99999999999 1 2", "-99999999999999999999999 1 2", "1 2", "+", "-", "- 1", "%5", "0 0x 1", "00012"};
	static const char *formats[] = {"%d%d%d", "%d %d %d", "%i%i%i", "%x%o%u", "%2d%2d%2d", "%d,%d,%d", "%*d%d%d", "%1d%1d%1d", "%%%d", "%5i%1x%o", "%u,%u"};
	for (unsigned i = 0; i < sizeof inputs / sizeof *inputs; i++)
		for (unsigned f = 0; f < sizeof formats / sizeof *formats; f++)
			ints(inputs[i], formats[f]);
	static const char *reals[] = {"1.5 2.5 x", "1e5 .5", "1e 5", "1e+ 5", "1e+5x 3", "100ergs", ".", "-.5e-3 +7.", "inf nan", "infinity INF", "infin 1", "in", "nan(12) 3",
	                              "0x1p3 0x.8p1", "0x 1", "1..2", "1.5.5", "--1", "3.40282e39 1e-50", "", "e5", "123456789.125 1", "1,5", "0x1.8 2", "0xp1"};
	static const char *rformats[] = {"%f%f%s", "%e %g%s", "%3f%3f%s", "%f,%f", "%5a%f%31s"};
	for (unsigned i = 0; i < sizeof reals / sizeof *reals; i++)
		for (unsigned f = 0; f < sizeof rformats / sizeof *rformats; f++)
			floats(reals[i], rformats[f]);
	static const char *texts[] = {"one two three", "  lead", "a-b-c", "[x]y", "abc123def", "", "\n\tq w", "key=value;rest", "a]b", "x"};
	static const char *tformats[] = {"%s%s%s", "%5s%c%s", "%[a-z]%[^a-z]%s", "%[^=]=%[^;];%s", "%[]a]%s%s", "%[^]]%s%s", "%2c%s%s", "%3[a-z-]%s%s", "%*s%s%s", " %c %c %c",
	                                 "%[a-]%s%s", "%[^\n]%s%s", "%1s%1s%1s"};
	for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
		for (unsigned f = 0; f < sizeof tformats / sizeof *tformats; f++)
			words(texts[i], tformats[f]);
	signed char hh = 1;
	short h = 1;
	long l = 1;
	long long ll = 1;
	size_t z = 1;
	printf("%d ", sscanf("300 70000 1234567890123 -5 77", "%hhd%hd%ld%lld%zu", &hh, &h, &l, &ll, &z));
	printf("%d %d %ld %lld %zu\n", hh, h, l, ll, z);
	double d = 0;
	long double ld = 0;
	printf("%d ", sscanf("2.5 3.25", "%lf %Lf", &d, &ld));
	printf("%f %Lf\n", d, ld);
	char *m = NULL, *m2 = NULL;
	printf("%d ", sscanf("hello [world]", "%ms [%m[a-z]", &m, &m2));
	printf("%s %s\n", m, m2);
	free(m);
	free(m2);
	wchar_t w[16] = {0};
	printf("%d %d\n", sscanf("wide", "%ls", w), w[0] == L'w' && w[4] == 0);
	int x = 0, y = 0;
	printf("%d ", sscanf("1 2", "%2$d %1$d", &x, &y));
	printf("%d %d\n", x, y);
	void *p = NULL;
	printf("%d ", sscanf("0x1234", "%p", &p));
	printf("%p\n", p);
	int n1 = 0, n2 = 0;
	printf("%d ", sscanf("abc def", "%*s%n%*s%n", &n1, &n2));
	printf("%d %d\n", n1, n2);
	errno = 0;
	l = strtol("1", NULL, 10);
	printf("%d ", sscanf("99999999999999999999", "%ld", &l));
	printf("%ld\n", l);
	int i, count = 0;
	char word[32];
	while ((i = scanf("%31s", word)) == 1) {
		if (count++ < 3)
			printf("<%s>", word);
		if (!strcmp(word, "stop"))
			break;
	}
	printf(" %d\n", i);
	int c = getchar();
	printf("%d ", c);
	printf("%d ", scanf("%d-%d", &x, &y));
	printf("%d %d ", x, y);
	printf("%d ", scanf("%d", &x));
	printf("[%c]", getchar());
	printf("%d\n", scanf(" end %d", &x));
	printf("%d %d\n", x, feof(stdin) != 0);
	printf("%d\n", scanf("%d", &x));
	return 0;
}
