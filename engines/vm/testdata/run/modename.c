#include <stdio.h>

/* The attribute mode on names of integer types, signed and not. */
typedef enum { A, B } E;
typedef enum { M = -1, N } F;
typedef unsigned U;
typedef int I;
struct S {
	E __attribute__((mode(byte))) a;
	F __attribute__((mode(byte))) b;
	U __attribute__((mode(HI))) c;
	const I __attribute__((mode(HI))) d;
};
typedef I __attribute__((mode(DI))) big;
static U q __attribute__((mode(QI))) = 300 - 50;

int main(void)
{
	struct S s = {200, 200, 65535, -1};
	printf("%zu %d %d %d %d %zu %d\n", sizeof s, s.a, s.b, s.c, s.d, sizeof(big), q);
	return 0;
}
