// Strings of char32_t alone.
#include <stdio.h>
typedef unsigned c32;
struct s { c32 a[4]; const c32 *p; } v[] = { { U"abc", U"d" }, { U"\xffffffff", 0 } };
c32 t[][3] = { U"xy", U"z" };
int main(void) {
	printf("%x %x %x %x\n", v[0].a[2], v[0].p[0], v[1].a[0], t[1][0]);
	printf("%d\n", U"\xffffffff"[0] > 0);
	printf("%s\n", _Generic(U"a", unsigned *: "u", int *: "i"));
}
