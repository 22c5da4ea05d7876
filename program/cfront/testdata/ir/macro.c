/* What a macro expands to stands where the macro is used. */
#define TWICE(x) ((x) + (x))
#define CHECK(c) do { if (!(c)) return -1; } while (0)
int f(int v)
{
	CHECK(v > 2);
	return TWICE(v);
}
