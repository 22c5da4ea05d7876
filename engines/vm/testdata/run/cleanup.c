// Variables that a function cleans up at the end of their scope.
#include <stdio.h>
#include <stdlib.h>

static void show(int *p)
{
	printf("clean %d\n", *p);
}

static void freep(void *p)
{
	void *q = *(void **)p;
	printf("free %d\n", q != 0);
	free(q);
}

#define auto_free __attribute__((cleanup(freep)))

static int f(int n)
{
	int a __attribute__((cleanup(show))) = n;
	__attribute__((__cleanup__(show))) int b = n + 1;
	if (n == 2)
		return b++;
	for (int i = 0; i < 3; i++) {
		int c __attribute__((cleanup(show))) = 10 + i;
		if (i == n)
			break;
		if (i == 0)
			continue;
		printf("body %d\n", c);
	}
	if (n == 3)
		goto out;
	printf("end\n");
out:
	return a + b;
}

static int again(int n)
{
	int before __attribute__((cleanup(show))) = 20;
retry:;
	int after __attribute__((cleanup(show))) = n;
	if (n-- > 0)
		goto retry;
	return after;
}

static struct pair { int x, y; } pair(void)
{
	int v __attribute__((cleanup(show))) = 30;
	return (struct pair){ v, v++ };
}

int main(void)
{
	auto_free char *p = malloc(3), *q = NULL;
	for (int i = 0; i < 4; i++)
		printf("f %d\n", f(i));
	printf("again %d\n", again(2));
	printf("pair %d\n", pair().y);
	int r = ({ int z __attribute__((cleanup(show))) = 5; z + 1; });
	printf("%d\n", r);
	switch (r) {
	case 6: {
		int y __attribute__((cleanup(show))) = 8;
		break;
	}
	}
	{
		int u __attribute__((cleanup(show))) = 1, v __attribute__((cleanup(show))) = 2;
		u = 3;
	}
	return 0;
}
