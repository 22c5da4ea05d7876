// Bit-fields, alignment, thread-local and atomic objects, __int128, the types of expressions.
#include <stdio.h>
#include <stddef.h>
#include <stdalign.h>
#include <limits.h>
#include <stdint.h>
typedef __int128 i128; typedef unsigned __int128 u128;
static void p128(i128 v) { printf("%llx:%llx ", (unsigned long long)(v >> 64), (unsigned long long)v); }
struct b1 { int a : 7; int b : 13; unsigned c : 31; }; struct b2 { char a; int b : 17; char c; int d : 1; };
	struct b3 { long long a : 33, b : 31; }; struct b4 { short a : 9, b : 9, c : 9; };
	struct b5 { unsigned a : 1; unsigned : 0; unsigned b : 1; }; struct b6 { char x; unsigned long y : 63;
	char z; };
struct __attribute__((packed)) pk { char a; int b; short c : 5, d : 11; long e; };
	struct b7 { _Bool a : 1, b : 1; char c : 7; }; union ub { int a : 5; unsigned char b : 3; };
	struct al { char a; _Alignas(16) char b; alignas(double) char c; };
	struct __attribute__((aligned(32))) al2 { int x; };
_Thread_local int tls = 5; static __thread int tls2; _Alignas(64) static char buf[3];
	static _Atomic int at = 3;
_Static_assert(sizeof(struct b1) == 8, "b1"); _Static_assert(_Alignof(struct al) == 16, "");
	_Static_assert(sizeof(void *) == 8);
#define KIND(e) _Generic((e), _Bool: "bool", char: "char", signed char: "schar", unsigned char: "uchar", short: "short", unsigned short: "ushort", int: "int", unsigned: "unsigned", long: "long", unsigned long: "ulong", long long: "llong", unsigned long long: "ullong", float: "float", double: "double", long double: "ldouble", default: "other")
static int sgn(long double x) { return x < 0 ? -1 : x > 0; }
int main(void)
{
	struct b1 x = { 63, -4096, 0x7ffffffe }; x.a++; x.b--; x.c++;
	printf("%d %d %u %zu\n", x.a, x.b, x.c, sizeof x);
	struct b2 y = { 1, -65536, 2, 1 }; printf("%d %d %zu %d\n", y.b, y.d, sizeof y, y.b - 1 < 0);
	struct b3 z = { 1LL << 31, -1 }; z.a <<= 1;
	printf("%lld %lld %zu\n", (long long)z.a, (long long)z.b, sizeof z);
	printf("%zu %zu %zu %zu %zu %zu %zu %zu\n", sizeof(struct b4), sizeof(struct b5), sizeof(struct b6),
		sizeof(struct pk), sizeof(struct b7), sizeof(union ub), sizeof(struct al), sizeof(struct al2));
	struct b4 q = { 255, -256, 300 }; q.a += q.b; printf("%d %d %d\n", q.a, q.b, q.c);
	struct b6 r = { 1, ~0UL, 2 }; r.y++; printf("%lu %d\n", (unsigned long)r.y, r.z);
	struct pk k = { 1, 2, 15, -1, 7 }; k.c++; printf("%d %d %ld %zu\n", k.c, k.d, k.e, offsetof(struct pk, e));
	struct b7 s = { 2, 0, -64 }; printf("%d %d %d\n", s.a, s.b, s.c); union ub u = { -3 };
	printf("%d %d\n", u.a, u.b); printf("%d %d %d\n", (x.a = 200), (x.c = -1) > 0, (x.b += 1));
	struct { unsigned long long v : 40; } f40 = { 0xffffffffffULL };
	printf("%llx %llx\n", (unsigned long long)(f40.v << 4), (unsigned long long)(f40.v + 1));
	printf("%s %s\n", KIND(+x.a), KIND(x.c + 0)); struct { unsigned a : 31, b : 32; } pr = { 1, 1 };
	printf("%d %d\n", pr.a - 2 < 0, pr.b - 2 < 0);
	tls++; tls2 += 2; printf("%d %d %d\n", tls, tls2, ((uintptr_t)buf & 63) == 0); at += 4; at++;
	printf("%d\n", at); printf("%zu %zu %zu %zu\n", _Alignof(int), __alignof__(long double),
		alignof(struct al), __alignof__(buf));
	i128 a = (i128)1 << 100, b = -a / 3; u128 c = ~(u128)0; p128(a); p128(b); p128(c); p128(a * 3 + b);
	p128(b % 1000); p128(c / 7); p128(a >> 37); p128(b >> 90); p128(c >> 90); p128(-b ^ 5);
	printf("\n%d %d %d %d\n", a > b, c > (u128)a, !a, a && b);
	double d = a; float fl = c; long double ld = b; printf("%g %g %Lg %d\n", d, fl, ld, (int)(a >> 98));
	i128 e = d; u128 g = 1e30L; p128(e); p128(g); switch ((int)(a >> 99)) { case 2: printf("two\n");
	} unsigned long long hi = c >> 64; printf("%llu %d\n", hi, sizeof(i128)); struct { i128 v; char c;
	} st = { 5, 6 }; st.v <<= 70; p128(st.v); printf("%zu %zu\n", sizeof st, _Alignof(st));
	i128 ar[2] = { 1, -1 }; ar[0]--; ar[1] += ar[0]; p128(ar[1]); int idx = 1; p128(ar[(i128)idx]); printf("\n");
	printf("%s %s %s %s %s %s\n", KIND((char)1 + (char)1), KIND(1u + 1L), KIND(1ull + 1), KIND(1.f + 1),
		KIND(1.f + 1.), KIND(1.L + 1)); printf("%s %s %s %s\n", KIND(sizeof 1), KIND((char *)0 - (char *)0),
		KIND('a'), KIND(1 == 1)); printf("%s %s %s %s %s\n", KIND(2147483648), KIND(0x80000000), KIND(4294967296),
		KIND(0xffffffffffffffff), KIND(1LL)); printf("%s %s\n", KIND((short)1 << 1L), KIND(1 ? 1 : 2u));
	printf("%d %d %d %d\n", -1 < 1u, -1L < 1u, (unsigned char)255 + 1, (signed char)200);
	printf("%d %d\n", (short)0x18000, (char)0x180); printf("%u %d\n", (unsigned)-1 >> 28, -1 >> 28);
	printf("%d %d %d\n", sgn(-0.0L), sgn(1e-4940L), sgn(-5)); printf("%.3Lf %La\n", 1.5L * 3, 1.0L);
	printf("%d %d\n", INT_MIN / -2, INT_MIN % 3); _Complex double cx = 1 + 2.0i; cx *= cx;
	printf("%g %g\n", __real__ cx, __imag__ cx); _Bool bl = 7; bl += 3; bl--; printf("%d\n", bl);
	char ch = 127; ch++; printf("%d\n", ch); unsigned char uc = 0; uc--; printf("%d %d\n", uc, (int)((unsigned)uc << 24) < 0);
	int sh = 1; sh <<= 3L; printf("%d\n", sh); float ff = 16777217; printf("%.1f\n", ff);
	printf("%d\n", (int)3.99f + (int)-3.99); printf("%u\n", (unsigned)3e9);
	printf("%lu\n", (unsigned long)1.8e19);
	return 0;
}
