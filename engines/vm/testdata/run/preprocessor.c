// The preprocessor, and spellings of GNU C.
#include <stdio.h>
#include <string.h>
#define STR(x) #x
#define XSTR(x) STR(x)
#define CAT(a, b) a##b
#define XCAT(a, b) CAT(a, b)
#define LOG(fmt, ...) printf("%s: " fmt "\n", __func__, ##__VA_ARGS__)
#define NAMED(args...) (int[]){ args }
#define COUNT(...) COUNT_(__VA_ARGS__, 5, 4, 3, 2, 1)
#define COUNT_(a, b, c, d, e, n, ...) n
#define EMPTY
#define LPAREN (
#define F(x) f LPAREN x
#define f(x) x + f(2)
#define REC REC + 1
#define G(x) <x|H
#define H(y) y>
#define DEFER(x) x EMPTY()
#define SWAP(t, a, b) do { t tmp_ = a; a = b; b = tmp_; } while (0)
#define MULTI(a, \
	b) a \
	+ b
#if defined STR && !defined(NOPE) && (1 ? 2 : 0) && -1 > 0u && 'a' == 97 && 0x10L == 16 && ~0 == -1 && NOPE == 0 && 3 / 2 == 1
#define COND 1
#else
#define COND 0
#endif
#ifdef __has_attribute
#define HAS __has_attribute(noreturn)
#else
#define HAS 1
#endif
#if __has_include(<stdio.h>) && !__has_include("nothing.h")
#define INC 1
#endif
#define DIGRAPH 1
#define X(name, value) name = value,
#define LIST X(red, 1) X(green, 2) X(blue, 4)
enum colour { LIST };
#undef X
#define X(name, value) case name: return #name;
static const char *name(enum colour c) { switch (c) { LIST } return "none"; }
#undef X
static __inline__ int add(__const int a, __signed__ int b) { return a + b; }
extern __inline __attribute__((__gnu_inline__)) int never(void) { return 1; }
static int shift(int n, int a[static n], char *restrict p, const char *__restrict__ q) { return a[n - 1] + *p + *q; }
typedef int word; struct word { word word; } ;
int tentative; int tentative; extern int tentative; int tentative = 4; static int forward(void);
#line 1000 "renamed.c"
static int here = __LINE__; static const char *file = __FILE__;
#line 60 "preprocessor.c"
_Pragma("GCC diagnostic ignored \"-Wall\"") static int pragma = 1;
#pragma pack(push, 1)
struct packed { char a; int b; };
#pragma pack(pop)
struct unpacked { char a; int b; };
struct empty {}; struct tail { int n; char z[0]; };
union cast { int i; float f; };
int main(void)
{
	puts(STR( a  "b\n" 'c' \n )); puts(XSTR(XCAT(a, __COUNTER__))); puts(XSTR(G(1)(2))); puts(XSTR(MULTI(1, 2)));
	LOG("x"); LOG("%d", 3);
	printf("%d %zu\n", COUNT(a, b, c), sizeof NAMED(1, 2, 3) / sizeof(int));
	puts(XSTR(f(1))); puts(XSTR(REC)); puts(XSTR(DEFER(G)(1)));
	printf("%d %d %d %d\n", COND, HAS, INC, DIGRAPH); printf("%s %s\n", name(green), name(3));
	int a = 1, b = 2; SWAP(int, a, b); printf("%d %d\n", a, b); printf("%d %s %d\n", here, file, pragma);
	printf("%d %d %d\n", 0b1011, 0B11, 0777); printf("%g %g %g %g\n", 0x1.8p3, 1e3f, .5, 1.e1); printf("%d %d %d\n", 1u - 2 > 0, 10l == 10, 0xffull == 255);
	printf("%zu %zu %zu %zu\n", sizeof(struct packed), sizeof(struct unpacked), sizeof(struct empty), sizeof(struct tail)); printf("%zu %zu\n", sizeof(void), sizeof(main));
	void *p = &a; p++; printf("%td\n", (char *)p - (char *)&a); printf("%d\n", ((union cast)1.5f).i); int old[] = { [1] = 5, [3] = 7 }; printf("%zu %d\n", sizeof old, old[3]);
	struct word word = { word: 3 }; printf("%d\n", word.word); printf("%d %d\n", add(1, 2), shift(2, (int[]){ 1, 2 }, "a", "b")); printf("%d %d\n", tentative, forward());
	printf("%s\n", "a" "b" XSTR(c) "d"); printf("%d %d\n", &(struct word){ 9 }.word != 0, *&(int){ 4 }); __extension__ typedef long long ll; __extension__ ll big = 1ll << 40; printf("%lld\n", big);
	const char s[] = "\
con\
tinued"; puts(s); printf("%d\n", __extension__ ({ 3; })); printf("%d%d\n", sizeof __func__ > 4, (int)strlen(__FUNCTION__)); int i = 5, j = (i++, i + 1); printf("%d %d\n", i, j); if (i > 3) if (i > 9) puts("no"); else puts("dangling");
	for (__typeof__(i) k = 0; k < 2; k++); { extern int tentative; printf("%d\n", tentative); } int volatile v = 3; v += v; printf("%d\n", v); register int r = 4; auto int au = r; printf("%d\n", au); (void)(0 ? (void)1 : (void)2); unsigned char uc = 250; uc += 10; printf("%d %d\n", uc, (char)-1 < (unsigned char)1);
	return !(5 == 5) ;
}
static int forward(void) { return 8; }
