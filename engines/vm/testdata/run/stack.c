/* Lifetimes of locals: scopes in loops, variable-length arrays, alloca. */
#include <alloca.h>
#include <stdio.h>
#include <string.h>

static int scopes(int n)
{
	int sum = 0;
	for (int i = 0; i < n; i++) {
		int a[4] = {i, i + 1};
		{
			struct { char c; int v; } s = {'c', i};
			int *p = &s.v;
			sum += *p + a[1] + a[3];
		}
		if (i % 3 == 0)
			continue;
		char text[20];
		sprintf(text, "%d", i);
		sum += strlen(text);
	}
	return sum;
}

static int vla(int n)
{
	int sum = 0;
	for (int i = 1; i <= n; i++) {
		int a[i][i + 1];
		for (int j = 0; j < i; j++)
			a[j][j + 1] = j;
		sum += a[i - 1][i] + sizeof a / sizeof **a;
	}
	return sum;
}

static char *concat(char *out, const char *a, const char *b)
{
	char *t = alloca(strlen(a) + strlen(b) + 1);
	strcpy(t, a);
	strcat(t, b);
	return strcpy(out, t);
}

static int back(int n)
{
	int i = 0, sum = 0;
again:;
	int v[2];
	v[i & 1] = i;
	sum += v[i & 1];
	int *p = v;
	if (++i < n)
		goto again;
	return sum + p[(i - 1) & 1];
}

int main(void)
{
	char out[40];
	printf("%d %d\n", scopes(1000), vla(30));
	printf("%s %d\n", concat(out, "front", "end"), back(100));
	return 0;
}
