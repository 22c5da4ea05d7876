/* Wide characters and strings in the C locale. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

static int sign(int x)
{
	return (x > 0) - (x < 0);
}

static long at(const wchar_t *s, const wchar_t *p)
{
	return p ? p - s : -1;
}

int main(void)
{
	static const wchar_t *words[] = {L"", L"a", L"abc", L"ABC", L"abcabc", L"b", L"xyz", L"hello world"};
	for (int i = 0; i < 8; i++)
		for (int j = 0; j < 8; j++) {
			const wchar_t *a = words[i], *b = words[j];
			printf("%d %d %d %d ", sign(wcscmp(a, b)), sign(wcsncmp(a, b, 2)), sign(wcscasecmp(a, b)), sign(wcscoll(a, b)));
			printf("%zu %zu %ld %ld\n", wcsspn(a, b), wcscspn(a, b), at(a, wcspbrk(a, b)), at(a, wcsstr(a, b)));
		}
	for (int i = 0; i < 8; i++)
		printf("%zu %zu %ld %ld %ld\n", wcslen(words[i]), wcsnlen(words[i], 2), at(words[i], wcschr(words[i], L'b')), at(words[i], wcsrchr(words[i], L'b')),
		       at(words[i], wmemchr(words[i], L'c', wcslen(words[i]))));
	for (wint_t c = 0; c < 300; c++)
		printf("%u: %d%d%d%d%d%d%d%d%d%d%d%d %u %u %d %d\n", c, !!iswalnum(c), !!iswalpha(c), !!iswblank(c), !!iswcntrl(c), !!iswdigit(c), !!iswgraph(c), !!iswlower(c), !!iswprint(c), !!iswpunct(c), !!iswspace(c),
		       !!iswupper(c), !!iswxdigit(c), towlower(c), towupper(c), wctob(c), c < 256 ? (int)btowc(c) : 0);
	printf("%d %d %d\n", !!iswctype(L'a', wctype("alpha")), wctype("nothing") == 0, (int)towctrans(L'a', wctrans("toupper")));
	wchar_t buf[64], *end;
	wmemset(buf, L'#', 10);
	buf[10] = 0;
	wcsncpy(buf, L"ab", 4);
	printf("%d %d %lc\n", buf[2], buf[3], buf[4]);
	wcscpy(buf, L"con");
	wcscat(buf, L"cat");
	wcsncat(buf, L"enated", 3);
	printf("%ls %ld\n", buf, (long)(wcpcpy(buf, L"xy") - buf));
	wmemmove(buf + 1, buf, 2);
	printf("%ls %d\n", buf, wmemcmp(L"abc", L"abd", 3) < 0);
	printf("%ld ", (long)(wmempcpy(buf, L"pq", 3) - buf));
	printf("%ls\n", buf);
	wchar_t text[] = L",one,,two;";
	for (wchar_t *t = wcstok(text, L",;", &end); t; t = wcstok(NULL, L",;", &end))
		printf("<%ls>", t);
	puts("");
	printf("%ld %lu %g ", wcstol(L"  -42x", &end, 10), wcstoul(L"ff", NULL, 16), wcstod(L"1.5e3z", NULL));
	printf("%lc\n", *end);
	mbstate_t st;
	memset(&st, 0, sizeof st);
	wchar_t w = 77;
	errno = 0;
	printf("%zd ", mbrtowc(&w, "A", 1, &st));
	printf("%d ", w);
	printf("%zd ", mbrtowc(&w, "", 1, &st));
	printf("%zd ", mbrtowc(&w, "A", 0, &st));
	printf("%zd %d ", mbrtowc(&w, "\x80", 1, &st), errno == EILSEQ);
	char out[16];
	errno = 0;
	printf("%zd ", wcrtomb(out, L'z', &st));
	printf("%zd ", wcrtomb(out, 0x100, &st));
	printf("%d\n", errno == EILSEQ);
	const char *src = "narrow";
	printf("%zu ", mbsrtowcs(buf, &src, 4, &st));
	printf("%s ", src);
	printf("%zu ", mbsrtowcs(buf, &src, 40, &st));
	printf("%d %ls\n", src == NULL, buf);
	const wchar_t *wsrc = L"wide";
	printf("%zu %d\n", wcsrtombs(out, &wsrc, sizeof out, &st), wsrc == NULL);
	printf("%zu %zu %d %d\n", wcstombs(NULL, L"count", 0), mbstowcs(NULL, "count", 0), mblen("", 1), wctomb(out, L'q'));
	printf("%d ", swprintf(buf, 64, L"%d|%5s|%-5ls|%c|%lc|%.2f|%x", 42, "str", L"wide", 'c', L'w', 3.14159, 255));
	printf("%ls\n", buf);
	printf("%d\n", swprintf(buf, 3, L"too long"));
	int n = 0;
	wchar_t word[16];
	printf("%d ", swscanf(L"12 token", L"%d %ls", &n, word));
	printf("%d %ls\n", n, word);
	wchar_t *dup = wcsdup(L"duplicate");
	printf("%ls %d %d\n", dup, wcwidth(L'a'), wcswidth(L"abc", 2));
	free(dup);
	FILE *f = fopen("wide.txt", "w+");
	fwprintf(f, L"line %d\n", 1);
	fputws(L"second\n", f);
	fputwc(L'!', f);
	rewind(f);
	fgetws(buf, 64, f);
	printf("%ls", buf);
	printf("%lc", fgetwc(f));
	ungetwc(L'S', f);
	fgetws(buf, 64, f);
	printf("%ls%d %d\n", buf, fgetwc(f) == L'!', fgetwc(f) == WEOF);
	printf("%d\n", fwide(f, 0) > 0);
	fclose(f);
	return 0;
}
