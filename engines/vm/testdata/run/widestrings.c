// Wide strings of several kinds side by side.
#include <stdio.h>
#include <uchar.h>
#include <wchar.h>

#define KIND(e) _Generic((e), int: "int", unsigned: "unsigned", unsigned short: "unsigned short", \
	int *: "int *", unsigned *: "unsigned *", unsigned short *: "unsigned short *", default: "?")
#define SHOW(s) show(s, sizeof (s), sizeof (s)[0], KIND(s), KIND((s)[0]))

static void show(const void *p, size_t size, size_t elem, const char *kind, const char *of)
{
	printf("%zu of %zu, %s of %s:", size, elem, kind, of);
	for (size_t i = 0; i < size / elem; i++)
		printf(" %x", elem == 2 ? ((const unsigned short *)p)[i] : ((const unsigned *)p)[i]);
	printf("\n");
}

static wchar_t w[] = L"w\xe9\u00e9é\xd800\x10ffff";
static char16_t x[] = u"x\xe9\u00e9é\xd800\xffff";
static char32_t y[] = U"y\xe9\u00e9é\xd800\xffffffff";
static const wchar_t *wp = L"wp";
static const char16_t *xp = u"xp";
static const char32_t *yp[] = { U"yp", U"y" U"q" "r" };

int main(void)
{
	wchar_t lw[] = L"lw";
	char16_t lx[9] = u"lx";
	char32_t ly[] = U"ly"
		"next line"; SHOW(w);
	SHOW(x);
	SHOW(y);
	SHOW(lw);
	SHOW(lx);
	SHOW(ly);
	SHOW(L"a");
	SHOW(u"b");
	SHOW(U"c");
	SHOW(U"😀");
	SHOW(u"😀");
	printf("%x %x %x %x\n", wp[1], xp[1], yp[0][1], yp[1][2]);
	printf("%d %d %d\n", L"\xffffffff"[0] < 0, u"\xffff"[0] < 0, U"\xffffffff"[0] < 0);
	printf("%zu %zu %zu\n", sizeof L"four", sizeof u"four", sizeof U"four");
	printf("%d\n", wcslen(L"length") == 6);
	return 0;
}
