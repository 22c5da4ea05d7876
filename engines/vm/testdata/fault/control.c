// case recursion: stack overflow
// case hugelocal: stack overflow
// case alloca: stack overflow
// case longjmp: bad longjmp; gcc differs
// case wildjmp: bad longjmp; gcc differs
// case goto: invalid pointer: goto to; gcc differs
// case assert: signal 6
// case abort: signal 6
// case leak: memory leak: 24 bytes in 2 objects, the first the object allocated at
// case reachable: exit 0
// case exhausted: exit 7; gcc has more memory
#include <alloca.h>
#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

static volatile int sink;
static jmp_buf buf;
static void *kept;

static int forever(int n) { return forever(n + 1) + 1; } /*@recursion*/

static void huge(void)
{
	char a[100 << 20];
	a[0] = 1;
	sink = a[0];
}

static void arm(void) { setjmp(buf); }

int main(int argc, char **argv)
{
	const char *w = argv[1];
	if (!strcmp(w, "recursion"))
		sink = forever(0);
	if (!strcmp(w, "hugelocal"))
		huge(); /*@hugelocal*/
	if (!strcmp(w, "alloca"))
		for (int i = 0; i < 1000000; i++)
			*(volatile char *)alloca(1000) = 1; /*@alloca*/
	if (!strcmp(w, "longjmp")) {
		arm();
		longjmp(buf, 1); /*@longjmp*/
	}
	if (!strcmp(w, "wildjmp")) {
		memset(buf, 1, sizeof buf);
		longjmp(buf, 1); /*@wildjmp*/
	}
	if (!strcmp(w, "goto")) {
		void *volatile p = &&here;
		p = (char *)p + 1000;
		goto *p; /*@goto*/
	}
here:
	if (!strcmp(w, "assert"))
		assert(argc > 10);
	if (!strcmp(w, "abort"))
		abort();
	if (!strcmp(w, "leak")) {
		void **p = malloc(16); /*@leak*/
		*p = malloc(8);
		p = NULL;
	}
	if (!strcmp(w, "reachable")) {
		void **p = malloc(16);
		*p = malloc(8);
		kept = p;
	}
	if (!strcmp(w, "exhausted")) {
		kept = malloc(5ul << 30);
		return kept ? 8 : 7;
	}
	return 0;
}
