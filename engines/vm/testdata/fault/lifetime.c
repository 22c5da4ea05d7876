// case freed: use after free: read of 4 bytes at offset 4 of the object allocated at testdata/fault/lifetime.c:43:11, freed at testdata/fault/lifetime.c:
// case freedwrite: use after free: write of 4 bytes
// case freedstring: use after free: (in strlen)
// case scope: use after scope: read of 4 bytes at offset 0 of "inner" after its scope was left
// case returned: use after scope: read of 4 bytes at offset 8 of
// case vla: use after scope: read of 4 bytes; gcc does not look at alloca
// case double: double free: free of the object allocated at testdata/fault/lifetime.c:43:11, freed at
// case interior: invalid free: free of an address 4 bytes into the object allocated at
// case stackfree: invalid free: free of "x", which is not from malloc
// case globalfree: invalid free: free of "global", which is not from malloc
// case literalfree: invalid free: free of string literal "text", which is not from malloc
// case realloc: use after free
// case reused: use after scope
#include <stdlib.h>
#include <string.h>

static volatile int sink;
static int global;

static int *escape(int n)
{
	int local[4] = {n, n, n, n};
	int *p = local;
	return p;
}

static int *escape_vla(int n)
{
	int v[n], *p = v;
	memset(v, 0, sizeof v);
	return p;
}

static int user(int *p)
{
	int mine[4] = {1, 2, 3, 4};
	return *p + mine[2]; /*@reused*/
}

int main(int argc, char **argv)
{
	const char *w = argv[1];
	int *p = malloc(16), x = 1;
	p[0] = p[1] = 5;
	if (!strcmp(w, "freed")) {
		free(p);
		sink = p[1]; /*@freed*/
	}
	if (!strcmp(w, "freedwrite")) {
		free(p);
		*p = 1; /*@freedwrite*/
	}
	if (!strcmp(w, "freedstring")) {
		char *s = strdup("some text");
		free(s);
		sink = strlen(s); /*@freedstring*/
	}
	if (!strcmp(w, "scope")) {
		int *q;
		{
			int inner = argc;
			q = &inner;
			sink = *q;
		}
		sink = *q; /*@scope*/
	}
	if (!strcmp(w, "returned"))
		sink = escape(argc)[2]; /*@returned*/
	if (!strcmp(w, "vla"))
		sink = *escape_vla(5); /*@vla*/
	if (!strcmp(w, "double")) {
		free(p);
		free(p); /*@double*/
	}
	if (!strcmp(w, "interior"))
		free(p + 1); /*@interior*/
	if (!strcmp(w, "stackfree"))
		free(&x); /*@stackfree*/
	if (!strcmp(w, "globalfree"))
		free(&global); /*@globalfree*/
	if (!strcmp(w, "literalfree"))
		free("text"); /*@literalfree*/
	if (!strcmp(w, "realloc")) {
		int *q = realloc(p, 1000);
		q[0] = 1;
		sink = *p; /*@realloc*/
	}
	if (!strcmp(w, "reused"))
		sink = user(escape(3));
	free(p);
	return 0;
}
