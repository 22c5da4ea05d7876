/* Random texts and formats for sscanf, random formats for printf. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long state = 99;

static unsigned next(unsigned n)
{
	state = state * 6364136223846793005UL + 1442695040888963407UL;
	return (unsigned)(state >> 33) % n;
}

static void scan(void)
{
	static const char *pieces[] = {"1", "23", "-", "+", "0x", "0", "7f", ".", "e", "e+5", "5e-3", " ", "  ", "\n", "a", "xyz", "inf", "nan", ",", "%", "i", "p1", "999999999999", "x"};
	static const char *directives[] = {"%d", "%i", "%x", "%u", "%o", "%3d", "%2x", "%5i", "%1d", " ", ",", "%%", "a", "%*d", "%*s", "%*c"};
	char text[64] = "", fmt[64] = "";
	int v[4] = {-9, -9, -9, -9}, n = -1, args = 0;
	for (int i = 0, k = 1 + next(6); i < k; i++)
		strcat(text, pieces[next(24)]);
	for (int i = 0, k = 1 + next(4); i < k && args < 4; i++) {
		const char *d = directives[next(16)];
		strcat(fmt, d);
		args += d[0] == '%' && d[1] != '*' && d[1] != '%';
	}
	strcat(fmt, "%n");
	int *p[5] = {&v[0], &v[1], &v[2], &v[3], &n};
	p[args] = &n;
	int r = sscanf(text, fmt, p[0], p[1], p[2], p[3], p[4]);
	printf("[%s] [%s] %d: %d %d %d %d %d\n", text, fmt, r, v[0], v[1], v[2], v[3], n);
	static const char *fd[] = {"%f", "%3f", "%5f", "%e", "%7g", "%1f", "%2f"};
	float a = -9, b = -9;
	snprintf(fmt, sizeof fmt, "%s%s%s%%n", fd[next(7)], next(2) ? " " : "", fd[next(7)]);
	n = -1;
	r = sscanf(text, fmt, &a, &b, &n);
	printf("    [%s] %d: %g %g %d\n", fmt, r, a, b, n);
	static const char *sd[] = {"%s", "%3s", "%[0-9]", "%[^,]", "%2c", "%[a-z ]", "%5[^x]", "%*[0-9]%s"};
	char s[64] = "-", t[64] = "-";
	snprintf(fmt, sizeof fmt, "%s%s%%n", sd[next(8)], sd[next(8)]);
	n = -1;
	memset(s, 0, sizeof s);
	memset(t, 0, sizeof t);
	r = sscanf(text, fmt, s, t, &n);
	printf("    [%s] %d: <%s> <%s> %d\n", fmt, r, s, t, n);
}

static void print(void)
{
	char fmt[64] = "%", num[16];
	for (int k = next(4); k; k--) {
		char f[2] = {"-+ #0"[next(5)], 0};
		strcat(fmt, f);
	}
	if (next(2)) {
		snprintf(num, sizeof num, "%u", next(3) ? 1 + next(20) : 1 + next(60));
		strcat(fmt, num);
	}
	if (next(2)) {
		snprintf(num, sizeof num, ".%u", next(3) ? next(10) : next(40));
		strcat(fmt, num);
	}
	printf("%s", fmt);
	if (next(2)) {
		char c[3] = {'l', "diouxX"[next(6)], 0};
		strcat(fmt, c);
		long v = (long)state >> next(64);
		printf(" %s [", c);
		printf(fmt, v);
	} else {
		/* no %#g: glibc loses the zeros of numbers that round up to a power of ten */
		char c[2] = {"eEfFgGaA"[next(8)], 0};
		if (strchr("gG", *c) && strchr(fmt, '#'))
			*c = 'e';
		strcat(fmt, c);
		double d;
		unsigned long bits = next(3) ? (state & 0x800fffffffffffffUL) | (unsigned long)(1023 - 40 + next(80)) << 52 : state;
		memcpy(&d, &bits, sizeof d);
		if (next(4) == 0)
			d = (double)next(100000) / 1000;
		printf(" %s [", c);
		printf(fmt, d);
	}
	printf("]\n");
}

int main(void)
{
	for (int i = 0; i < 1500; i++)
		scan();
	for (int i = 0; i < 4000; i++)
		print();
	return 0;
}
