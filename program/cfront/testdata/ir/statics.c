/* Static storage: initialisers, addresses, literals, labels, names. */
extern int elsewhere;
static int a[3] = { 1, [2] = 5 };
int *p = &a[2], tentative;
const char *const names[] = { "x", "yz" };
struct { char c; int *q; short s; } rec = { 'k', a + 1, -2 };
long double ld = 1.5L;
int f(int i)
{
	static int calls;
	static void *to[] = { &&one, &&two };
	goto *to[i];
one:
	return ++calls;
two:
	return elsewhere + sizeof __func__;
}
int g(void)
{
	static int calls = 7;
	return calls++;
}
