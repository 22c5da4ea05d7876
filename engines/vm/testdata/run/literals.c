// String literals and character constants of every kind.
#include <stdio.h>
#include <uchar.h>
#include <wchar.h>

#define KIND(e) _Generic((e), char: "char", signed char: "signed char", unsigned char: "unsigned char", \
	short: "short", unsigned short: "unsigned short", int: "int", unsigned: "unsigned", long: "long", \
	char *: "char *", int *: "int *", unsigned short *: "unsigned short *", unsigned *: "unsigned *", default: "?")
#define NAME "name"
#define TEXT u"text"
#define JOIN(a, b) a b
#define SHOW(s) show(#s, s, sizeof (s), sizeof (s)[0], KIND(s), KIND((s)[0]))

static void show(const char *name, const void *p, size_t size, size_t elem, const char *kind, const char *of)
{
	printf("%zu of %zu, %s of %s:", size, elem, kind, of);
	for (size_t i = 0; i < size / elem; i++) {
		if (elem == 1)
			printf(" %x", ((const unsigned char *)p)[i]);
		else if (elem == 2)
			printf(" %x", ((const unsigned short *)p)[i]);
		else
			printf(" %x", ((const unsigned *)p)[i]);
	}
	printf("\n");
}

char16_t global[] = u"global \u00e9\U0001f600";
static const char16_t *pointers[] = { u"one", u"two" u"three", TEXT };
static char16_t table[][6] = { u"first", u"2nd", {'x', 'y'} };
struct named { char16_t name[8]; int n; const char16_t *p; } static named[] = { { u"abc", 1, u"def" }, { u"12345678", 2, 0 } };
unsigned short plain[4] = u"abcd";

int main(void)
{
	SHOW("abc\xe9\351\0z");
	SHOW("\x0041" "1\\0" "2\\x1" "3\\00" "4\e\E\?\'");
	SHOW(u8"a\u00e9" "\U0001f600é");
	SHOW("b" u8"é");
	SHOW(u"");
	SHOW(u"a\u00e9é\U0001f600😀");
	SHOW(u"\x1234\xd800\xff\377\7\x7z\0\xc3\xa9");
	SHOW(u"a" "b\xc3\xa9" u"c");
	SHOW(JOIN(u"x", NAME));
	SHOW(global);
	SHOW(plain);
	for (int i = 0; i < 3; i++)
		printf("%d %d\n", pointers[i][0], pointers[i][1]);
	for (int i = 0; i < 3; i++)
		show(0, table[i], sizeof table[i], sizeof table[i][0], KIND(table[i]), KIND(table[i][0]));
	for (int i = 0; i < 2; i++)
		show(0, named[i].name, sizeof named[i].name, 2, "", "");
	char16_t local[] = u"local", longer[10] = u"longer";
	SHOW(local);
	SHOW(longer);
	printf("%d %d %zu\n", u"index"[2], *u"deref", sizeof(u"size"));
	_Static_assert(sizeof u"four\x12345" == 12, "five and the end");
	printf("%d %d %d %d\n", 'ab', 'abcd', '\377a', '\xffxyz');
	printf("%d %d %d %d %s\n", '\xff', '\377', '\0', '\e', KIND('a'));
	printf("%d %d %d\n", 'é', '\u00e9', '€');
	printf("%d %d %d %s\n", L'é', L'\x1234', L'\U0001f600', KIND(L'x'));
	printf("%d %d %d %s\n", u'é', u'\xffff', u'€', KIND(u'x'));
	printf("%d %u %u %s\n", U'é', U'\xffffffff', U'😀', KIND(U'x'));
#if 'ab' != 24930 || u'a' != 97 || U'é' != 0xe9 || L'\x1234' != 0x1234 || '\377' != -1
	printf("conditions differ\n");
#endif
	switch ('ab') {
	case 'a' << 8 | 'b':
		printf("case\n");
	}
	int u = 1, U = 2, L = 3, u8 = 4;
	printf("%d\n", u + U + L + u8);
	return 0;
}
