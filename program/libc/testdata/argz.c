/* Vectors of strings. */
#include <argz.h>
#include <stdio.h>
#include <stdlib.h>

static void show(const char *what, char *z, size_t n)
{
	printf("%s:", what);
	for (char *p = 0; (p = argz_next(z, n, p));)
		printf(" [%s]", p);
	printf(" (%zu, %zu)\n", n, argz_count(z, n));
}

int main(void)
{
	char *z, *words[] = {"one", "", "three", 0}, *none[] = {0};
	size_t n;
	argz_create(words, &z, &n);
	show("create", z, n);
	argz_add(&z, &n, "four");
	argz_add_sep(&z, &n, ":five::six:", ':');
	show("add", z, n);
	argz_insert(&z, &n, z + 1, "zero");
	argz_insert(&z, &n, 0, "last");
	show("insert", z, n);
	argz_delete(&z, &n, argz_next(z, n, z));
	show("delete", z, n);
	char *list[16];
	argz_extract(z, n, list);
	printf("%s %s\n", list[0], list[2]);
	argz_stringify(z, n, ',');
	puts(z);
	free(z);
	argz_create(none, &z, &n);
	printf("%d %zu\n", z == 0, n);
	argz_create_sep("a b  c ", ' ', &z, &n);
	show("sep", z, n);
	free(z);
	return 0;
}
