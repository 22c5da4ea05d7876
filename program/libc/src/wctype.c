/* Wide characters of the C locale are the 128 of ASCII. */
#include <ctype.h>
#include <string.h>
#include <wctype.h>

static const struct {
	const char *name;
	int (*test)(int);
} classes[] = {
	{"alnum", isalnum}, {"alpha", isalpha}, {"blank", isblank}, {"cntrl", iscntrl}, {"digit", isdigit},
	{"graph", isgraph}, {"lower", islower}, {"print", isprint}, {"punct", ispunct}, {"space", isspace},
	{"upper", isupper}, {"xdigit", isxdigit},
};

wctype_t wctype(const char *name)
{
	for (unsigned i = 0; i < sizeof classes / sizeof *classes; i++)
		if (!strcmp(classes[i].name, name))
			return i + 1;
	return 0;
}

int iswctype(wint_t c, wctype_t class)
{
	return class && c < 128 ? classes[class - 1].test((int)c) : 0;
}

wctrans_t wctrans(const char *name)
{
	static const int lower = 1, upper = 2;
	return !strcmp(name, "tolower") ? &lower : !strcmp(name, "toupper") ? &upper : 0;
}

wint_t towlower(wint_t c)
{
	return c - 'A' < 26 ? c + 32 : c;
}

wint_t towupper(wint_t c)
{
	return c - 'a' < 26 ? c - 32 : c;
}

wint_t towctrans(wint_t c, wctrans_t how)
{
	return !how ? c : *how == 1 ? towlower(c) : towupper(c);
}

int iswalnum(wint_t c)
{
	return c < 128 && isalnum((int)c);
}

int iswalpha(wint_t c)
{
	return c < 128 && isalpha((int)c);
}

int iswblank(wint_t c)
{
	return c < 128 && isblank((int)c);
}

int iswcntrl(wint_t c)
{
	return c < 128 && iscntrl((int)c);
}

int iswdigit(wint_t c)
{
	return c < 128 && isdigit((int)c);
}

int iswgraph(wint_t c)
{
	return c < 128 && isgraph((int)c);
}

int iswlower(wint_t c)
{
	return c < 128 && islower((int)c);
}

int iswprint(wint_t c)
{
	return c < 128 && isprint((int)c);
}

int iswpunct(wint_t c)
{
	return c < 128 && ispunct((int)c);
}

int iswspace(wint_t c)
{
	return c < 128 && isspace((int)c);
}

int iswupper(wint_t c)
{
	return c < 128 && isupper((int)c);
}

int iswxdigit(wint_t c)
{
	return c < 128 && isxdigit((int)c);
}
