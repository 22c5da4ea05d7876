/* A failed assertion: buffered output is lost, what was flushed is not. */
#include <assert.h>
#include <stdio.h>

static void check(int x)
{
	assert(x > 0 && "positive");
}

int main(void)
{
	for (int i = 0; i < 1500; i++)
		printf("line %d\n", i);
	FILE *f = fopen("kept.txt", "w");
	fputs("kept", f);
	fclose(f);
	check(1);
	check(-1);
	return 0;
}
