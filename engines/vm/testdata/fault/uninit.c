// case scalar: uninitialised read: read of 4 bytes at offset 0 of "x" (4 bytes)
// case element: uninitialised read: read of 4 bytes at offset 12 of "a" (40 bytes): byte 12 was never written
// case heap: uninitialised read: the object allocated at
// case partial: uninitialised read: byte 2 was never written
// case copied: uninitialised read: read of 4 bytes at offset 4 of "to" (8 bytes)
// case member: uninitialised read: read of 4 bytes at offset 4 of "p" (8 bytes)
// case again: uninitialised read: of "fresh"
// case string: uninitialised read: (in strlen)
// case write: uninitialised read: (in
// case realloc: uninitialised read: read of 4 bytes at offset 16
// case vla: uninitialised read: read of 4 bytes at offset 8 of "v" (20 bytes)
// case hole: uninitialised read: read of 1 byte at offset 501 of "buf" (1000 bytes)
// case late: uninitialised read: read of 1 byte at offset 999 of "buf" (1000 bytes)
// case branch: uninitialised read: read of 4 bytes at offset 4 of "v" (16 bytes)
// case index: uninitialised read: read of 4 bytes at offset 4 of "q" (8 bytes)
// case divide: uninitialised read: of "x"
// case count: uninitialised read: of "x"
// case argument: uninitialised read: (in printf)
// case bits: uninitialised read: of "word"
// case called: uninitialised read: of "x"
// gcc silent
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair { int a, b; };
static volatile int sink;

static void set(int *p, int really) { if (really) *p = 1; }

int main(int argc, char **argv)
{
	const char *w = argv[1];
	if (!strcmp(w, "scalar")) {
		int x;
		set(&x, argc > 5);
		sink = x; /*@scalar*/
	}
	if (!strcmp(w, "element")) {
		int a[10];
		for (int i = 0; i < 10; i++)
			if (i != 3)
				a[i] = i;
		for (int i = 0; i < 10; i++)
			sink = a[i]; /*@element*/
	}
	if (!strcmp(w, "heap"))
		sink = *(int *)malloc(4); /*@heap*/
	if (!strcmp(w, "partial")) {
		int x;
		memset(&x, 1, 2);
		sink = x; /*@partial*/
	}
	if (!strcmp(w, "copied")) {
		struct pair from, to;
		from.a = 1;
		to = from;
		sink = to.a;
		sink = to.b; /*@copied*/
	}
	if (!strcmp(w, "member")) {
		struct pair p;
		p.a = 3;
		sink = p.a;
		sink = p.b; /*@member*/
	}
	if (!strcmp(w, "again"))
		for (int i = 0; i < 2; i++) {
			int fresh;
			set(&fresh, i == 0);
			sink = fresh; /*@again*/
		}
	if (!strcmp(w, "string")) {
		char s[100];
		memset(s, 'x', 10);
		sink = strlen(s); /*@string*/
	}
	if (!strcmp(w, "write")) {
		char s[10];
		s[0] = 'a';
		fwrite(s, 1, 2, stdout), fflush(stdout); /*@write*/
	}
	if (!strcmp(w, "realloc")) {
		int *p = calloc(4, 4);
		p = realloc(p, 32);
		sink = p[3];
		sink = p[4]; /*@realloc*/
	}
	if (!strcmp(w, "vla")) {
		int v[argc + 3];
		v[0] = v[1] = 0;
		sink = v[2]; /*@vla*/
	}
	if (!strcmp(w, "hole")) {
		char buf[1000];
		for (int i = 0; i < 1000; i += i == 500 ? 2 : 1)
			buf[999 - (999 - i)] = 1;
		sink = buf[500] + buf[502] + buf[999];
		sink = buf[501]; /*@hole*/
	}
	if (!strcmp(w, "late")) {
		char buf[1000];
		memset(buf + 500, 1, 499);
		memset(buf, 1, 500);
		for (int i = 0; i < 999; i++)
			sink = buf[i];
		sink = buf[999]; /*@late*/
	}
	if (!strcmp(w, "branch")) {
		unsigned v[4], copy;
		copy = v[2];
		v[1] = copy + 1;
		if (v[1] < 5) /*@branch*/
			sink = 1;
	}
	if (!strcmp(w, "index")) {
		static const char text[] = "text";
		struct pair p, q;
		p.a = 1;
		q = p;
		sink = text[q.b & 3]; /*@index*/
	}
	if (!strcmp(w, "divide")) {
		int x, y;
		set(&x, argc > 5);
		y = x;
		sink = y / 16u; /*@divide*/
	}
	if (!strcmp(w, "count")) {
		int x;
		set(&x, argc > 5);
		int y = x & 7;
		sink = 1 << y; /*@count*/
	}
	if (!strcmp(w, "argument")) {
		int x;
		set(&x, argc > 5);
		printf("%d", x); /*@argument*/
	}
	if (!strcmp(w, "bits")) {
		unsigned word;
		set((int *)&word, argc > 5);
		word &= ~1u;
		if (word & 1)
			sink = 1;
		if (word & 2) /*@bits*/
			sink = 2;
	}
	if (!strcmp(w, "called")) {
		int x;
		set(&x, argc > 5);
		int (*f)(int) = x ? 0 : 0; /*@called*/
	}
	return 0;
}
