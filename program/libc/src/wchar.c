/* Between bytes and wide characters: in the C locale each byte below 128 is
   the character of that number, the others are none. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>

static size_t illegal(void)
{
	errno = EILSEQ;
	return (size_t)-1;
}

wint_t btowc(int c)
{
	return (unsigned)c < 128 ? (wint_t)c : WEOF;
}

int wctob(wint_t c)
{
	return c < 128 ? (int)c : -1;
}

int mbsinit(const mbstate_t *state)
{
	return 1;
}

size_t mbrtowc(wchar_t *out, const char *s, size_t n, mbstate_t *state)
{
	if (!s)
		return 0;
	if (!n)
		return (size_t)-2;
	unsigned char c = *s;
	if (c >= 128)
		return illegal();
	if (out)
		*out = c;
	return c != 0;
}

size_t mbrlen(const char *s, size_t n, mbstate_t *state)
{
	return mbrtowc(0, s, n, state);
}

size_t wcrtomb(char *out, wchar_t c, mbstate_t *state)
{
	if (!out)
		return 1;
	if ((unsigned)c >= 128)
		return illegal();
	*out = (char)c;
	return 1;
}

size_t mbsnrtowcs(wchar_t *out, const char **from, size_t bytes, size_t n, mbstate_t *state)
{
	const char *s = *from;
	size_t i = 0;
	for (; i < bytes && (!out || i < n); i++) {
		if ((unsigned char)s[i] >= 128) {
			if (out)
				*from = s + i;
			return illegal();
		}
		if (out)
			out[i] = s[i];
		if (!s[i]) {
			if (out)
				*from = 0;
			return i;
		}
	}
	if (out)
		*from = s + i;
	return i;
}

size_t mbsrtowcs(wchar_t *out, const char **from, size_t n, mbstate_t *state)
{
	return mbsnrtowcs(out, from, (size_t)-1, n, state);
}

size_t wcsnrtombs(char *out, const wchar_t **from, size_t chars, size_t n, mbstate_t *state)
{
	const wchar_t *s = *from;
	size_t i = 0;
	for (; i < chars && (!out || i < n); i++) {
		if ((unsigned)s[i] >= 128) {
			if (out)
				*from = s + i;
			return illegal();
		}
		if (out)
			out[i] = (char)s[i];
		if (!s[i]) {
			if (out)
				*from = 0;
			return i;
		}
	}
	if (out)
		*from = s + i;
	return i;
}

size_t wcsrtombs(char *out, const wchar_t **from, size_t n, mbstate_t *state)
{
	return wcsnrtombs(out, from, (size_t)-1, n, state);
}

int mbtowc(wchar_t *out, const char *s, size_t n)
{
	size_t k = mbrtowc(out, s, n, 0);
	return k == (size_t)-2 ? -1 : (int)k;
}

int mblen(const char *s, size_t n)
{
	return mbtowc(0, s, n);
}

int wctomb(char *out, wchar_t c)
{
	return out ? (int)wcrtomb(out, c, 0) : 0;
}

size_t mbstowcs(wchar_t *out, const char *s, size_t n)
{
	return mbsrtowcs(out, &s, n, 0);
}

size_t wcstombs(char *out, const wchar_t *s, size_t n)
{
	return wcsrtombs(out, &s, n, 0);
}

size_t mbrtoc32(char32_t *out, const char *s, size_t n, mbstate_t *state)
{
	return mbrtowc((wchar_t *)out, s, n, state);
}

size_t c32rtomb(char *out, char32_t c, mbstate_t *state)
{
	return wcrtomb(out, (wchar_t)c, state);
}

size_t mbrtoc16(char16_t *out, const char *s, size_t n, mbstate_t *state)
{
	wchar_t c = 0;
	size_t k = mbrtowc(&c, s, n, state);
	if (out && s && k <= 1)
		*out = (char16_t)c;
	return k;
}

size_t c16rtomb(char *out, char16_t c, mbstate_t *state)
{
	return wcrtomb(out, c, state);
}

int wcwidth(wchar_t c)
{
	return c == 0 ? 0 : c >= 32 && c < 127 ? 1 : -1;
}

int wcswidth(const wchar_t *s, size_t n)
{
	int width = 0;
	for (; n && *s; n--, s++) {
		if (wcwidth(*s) < 0)
			return -1;
		width++;
	}
	return width;
}
