// Enumerations: their constants are int, their type is what gcc gives it.
#include <stdio.h>
enum small { A, B = 5, C };
enum neg { N = -1, P };
enum big { X = 0x80000000u, Y };
enum wide { W = 0x100000000, V };
enum negwide { NW = -1, NV = 0xffffffff };
enum { ANON = 7 };
struct s { enum small e : 3; enum neg n : 2; };
int main(void)
{
	enum small a = B; enum neg n = N; enum big x = X; enum wide w = W; enum negwide nw = NW;
	printf("%zu %zu %zu %zu %zu\n", sizeof a, sizeof n, sizeof x, sizeof w, sizeof nw);
	printf("%zu %zu %zu\n", sizeof A, sizeof W, sizeof NV);
	__typeof__(A) t1 = -1; __typeof__(a) t2 = -1; __typeof__(+a) t3 = -1; __typeof__(N) t4 = -1;
	__typeof__(X) t5 = -1;
	__typeof__(ANON) t6 = -1; __typeof__(A + 0) t7 = -1; __typeof__(A | B) t8 = -1; __typeof__(~A) t9 = -1;
	printf("%d %d %d %d %d %d %d %d %d\n", t1 < 0, t2 < 0, t3 < 0, t4 < 0, t5 < 0, t6 < 0, t7 < 0, t8 < 0,
		t9 < 0);
	printf("%d %d %d %d\n", A - 1 < 0, a - 6 < 0, A - C < 0, -B < 0);
	printf("%d %d %d\n", A > -1, a > -1, N < A);
	printf("%ld %ld\n", (long)(A - 1), (long)(a - 6));
	printf("%d %d\n", sizeof(A - 1), (A - 1) / 2);
	__auto_type au = A; au = -1; printf("%d\n", au < 0);
	__auto_type av = a; av = -1; printf("%d\n", av < 0);
	printf("%d %d\n", (1 ? A : -1) < 0, (0 ? A : -1) < 0);
	const __typeof__(A) arr[] = { -1, -2 }; printf("%d\n", arr[0] < 0);
	struct s s = { 3, -2 }; s.e -= 4; printf("%d %d\n", s.e, s.n);
	int *ip = (int[]){ [B] = 1 }; __typeof__(C) *tp = ip; printf("%d\n", tp[5]);
	unsigned long long big = A - 1; printf("%llx\n", big);
	double d = A - 1; printf("%g\n", d);
	switch (-1) { case A - 1: printf("minus one\n"); }
	_Static_assert(A - 1 < 0, "signed"); 
	char c[A - 1 < 0 ? 3 : 1]; printf("%zu\n", sizeof c);
	enum big y = Y; printf("%u %lu\n", y, (unsigned long)V);
	enum { E1 = A - 1, E2 = sizeof(int), E3 = 'a', E4 = -2147483647 - 1 } e = E1;
	printf("%d %d %d %d\n", E1, E2, E3, E4);
	enum later *lp = 0; printf("%d\n", lp == 0);
	for (enum small i = A; i <= C; i++) printf("%d ", i);
	printf("%d\n", (enum small)-1 > 0);
	return 0;
}
