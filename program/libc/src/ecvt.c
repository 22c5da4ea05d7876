/* Old-fashioned digits of floating numbers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *gcvt(double x, int digits, char *buf)
{
	sprintf(buf, "%.*g", digits > 17 ? 17 : digits, x);
	return buf;
}

static char text[400];

/* The digits of x without point, rounded after n digits. */
char *ecvt(double x, int n, int *point, int *negative)
{
	char tmp[400];
	*negative = x < 0;
	if (n > 17)
		n = 17;
	if (x == 0) {
		memset(text, '0', n > 0 ? n : 0);
		text[n > 0 ? n : 0] = 0;
		*point = 1;
		return text;
	}
	sprintf(tmp, "%.*e", n > 0 ? n - 1 : 0, x < 0 ? -x : x);
	char *e = strchr(tmp, 'e'), *to = text;
	*point = atoi(e + 1) + 1;
	for (char *p = tmp; p < e && n > 0; p++)
		if (*p != '.')
			*to++ = *p;
	*to = 0;
	return text;
}

/* The digits of x without point, rounded n places after the point. */
char *fcvt(double x, int n, int *point, int *negative)
{
	char tmp[400];
	*negative = x < 0;
	sprintf(tmp, "%.*f", n < 0 ? 0 : n > 17 ? 17 : n, x < 0 ? -x : x);
	char *p = tmp, *to = text;
	*point = (int)strcspn(tmp, ".");
	if (*p == '0' && p[1] == '.') {
		*point = 0;
		p += 2;
		while (*p == '0' && x != 0) {
			p++;
			--*point;
		}
	}
	for (; *p; p++)
		if (*p != '.')
			*to++ = *p;
	*to = 0;
	return text;
}
