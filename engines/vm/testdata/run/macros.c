#include <stdio.h>
#include <wchar.h>
#define LOG(fmt, ...) printf(fmt, ##__VA_ARGS__)
#define LOG2(fmt,...) printf(fmt,##__VA_ARGS__)
#define LOG3(fmt, args...) printf(fmt, ##args)
#define LOG4(fmt, ...) printf(fmt __VA_OPT__(,) __VA_ARGS__)
#define STR(...) STR2(__VA_ARGS__)
#define STR2(...) #__VA_ARGS__
#define LIST(a,...) {0, a,##__VA_ARGS__}
#define EMPTY()
#define ID(x) x
#define S(x) #x
#define CAT(a, b) CAT2(a, b)
#define CAT2(a, b) a##b
#define COUNT(...) COUNT2(__VA_ARGS__, 5, 4, 3, 2, 1, 0)
#define COUNT2(a, b, c, d, e, n, ...) n
%:define DI(a,b) a%:%:b
#define WIDE(x) WIDE2(x)
#define WIDE2(x) L##x
#ifdef __has_attribute
#if __has_attribute(packed) && __has_attribute(__aligned__) && !__has_attribute(no_such_thing)
#define PACKED __attribute__((packed))
#endif
#endif
#ifdef NOTHING
#elifdef PACKED
#define FROM_ELIFDEF 1
#endif
#if __has_include(<stdio.h>) && !__has_include("no_such.h") && __has_builtin(__builtin_clz) && __has_c_attribute(nodiscard)
#define HAS 1
#endif
struct packed { char c; int i; } PACKED;

int main(void)
{
	int flag = 0;
	LOG("%d\n", -5);
	LOG2("%d\n", !flag);
	LOG3("%d %d\n", -7, 8);
	LOG4("%d\n", -9);
	LOG("none\n"); LOG2("none\n"); LOG3("none\n"); LOG4("none\n");
	puts(STR(LIST(1, 2, 3)));
	puts(STR(LIST(1)));
	puts(STR(a EMPTY()( ))); puts(STR(ID(1)ID(2))); puts(STR(  a   ,b  /* c */ c)); puts(STR(-ID(-)1)); puts(STR(x EMPTY() y));
	puts(S(L"abc")); puts(S(u8"x" U'y' u'q')); puts(S("a\n" '\'')); puts(S(<: <%));
	int DI(a,b)<:2:> = <%1, 2%>;
	printf("%d %d %d %d\n", ab[1], CAT(1, CAT(2, 3)), COUNT(x, y, z), (int)sizeof(struct packed));
	printf("%d %d %d %d\n", FROM_ELIFDEF, HAS, __COUNTER__, __COUNTER__);
	printf("%d %zu\n", wcscmp(WIDE("abc") L"d", L"abcd"), sizeof(u8"é") + sizeof(L"a" "b"));
	int \u00e9t\u00e9 = 3;
	printf("%d %s\n", été, S(\u00e9));
	printf("%d %d\n", __LINE__, ID(
		__LINE__));
	printf("%s\n", "joined \
line"
	ID(" from") ID(" a macro"));
#line 100 "renamed.c"
	printf("%s %d\n", __FILE__, __LINE__);
	return 0;
}
