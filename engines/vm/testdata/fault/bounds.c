// case above: out of bounds: write of 4 bytes at offset 40 of "a" (40 bytes)
// case below: out of bounds: read of 4 bytes at offset -4 of "a" (40 bytes)
// case far: out of bounds: read of 1 byte at offset 1000000 of "g" (16 bytes)
// case straddle: out of bounds: read of 8 bytes at offset 12 of "g" (16 bytes)
// case heap: out of bounds: write of 1 byte at offset 5 of the object allocated at
// case empty: out of bounds: read of 1 byte at offset 0 of the object allocated at
// case string: out of bounds: read of 1 byte at offset 4 of string literal "abc" (4 bytes)
// case strcpy: out of bounds: (in strcpy)
// case memset: out of bounds: write of 17 bytes at offset 0 of "g" (16 bytes)
// case field: out of bounds: read of 4 bytes at offset 8 of "one" (8 bytes)
// case vla: out of bounds: write of 4 bytes at offset 20 of "v" (20 bytes)
// case argument: out of bounds: of an input string; gcc does not see the kernel's memory
// case index: out of bounds: "g"
#include <stdlib.h>
#include <string.h>

static char g[16] = "0123456789abcde";
struct two { int x, y; } one;
struct three { int x, y, z; };
static volatile int sink;

int main(int argc, char **argv)
{
	const char *w = argv[1];
	int a[10] = {0}, n = 10;
	if (!strcmp(w, "above"))
		a[n] = 1; /*@above*/
	if (!strcmp(w, "below"))
		sink = a[n - 11]; /*@below*/
	if (!strcmp(w, "far"))
		sink = g[n * 100000]; /*@far*/
	if (!strcmp(w, "straddle"))
		sink = *(long *)(g + 12); /*@straddle*/
	if (!strcmp(w, "heap")) {
		char *p = malloc(5);
		p[n / 2] = 1; /*@heap*/
	}
	if (!strcmp(w, "empty")) {
		char *p = malloc(0);
		sink = *p; /*@empty*/
	}
	if (!strcmp(w, "string")) {
		const char *s = "abc";
		sink = s[n - 6]; /*@string*/
	}
	if (!strcmp(w, "strcpy")) {
		char small[4];
		strcpy(small, g); /*@strcpy*/
	}
	if (!strcmp(w, "memset"))
		memset(g, 0, n + 7); /*@memset*/
	if (!strcmp(w, "field"))
		sink = ((struct three *)&one)->z; /*@field*/
	if (!strcmp(w, "vla")) {
		int v[n / 2];
		v[n / 2] = 3; /*@vla*/
	}
	if (!strcmp(w, "argument"))
		sink = argv[0][strlen(argv[0]) + 1]; /*@argument*/
	if (!strcmp(w, "index")) {
		long i = -1;
		g[i] = 1; /*@index*/
	}
	return 0;
}
