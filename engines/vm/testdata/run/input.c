// args: one "" three
// stdin: 3 4 5 rest of line\nsecond line\n
/* Arguments, standard input, environment, files, the clock. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		printf("[%s]", argv[i]);
	printf(" %d %d\n", argc, argv[argc] == NULL);
	int a, b, c;
	printf("%d", scanf("%d %d %d", &a, &b, &c));
	printf(" %d\n", a * b * c);
	char line[100];
	while (fgets(line, sizeof line, stdin))
		printf("%zu:%s", strlen(line), line);
	printf("%d %d\n", feof(stdin) != 0, getchar() == EOF);
	fprintf(stderr, "to stderr %d\n", 1);
	printf("%s\n", getenv("RIFT_NOT_SET") ? "set" : "unset");
	FILE *f = fopen("no such file", "r");
	printf("%d\n", f == NULL);
	return argc;
}
