/* File name patterns. */
#include <ctype.h>
#include <fnmatch.h>
#include <string.h>

static int fold(int c, int flags)
{
	return flags & FNM_CASEFOLD ? tolower(c) : c;
}

static int in_class(const char *name, size_t n, int c)
{
	static const struct {
		const char *name;
		int (*test)(int);
	} classes[] = {
		{"alnum", isalnum}, {"alpha", isalpha}, {"blank", isblank}, {"cntrl", iscntrl}, {"digit", isdigit},
		{"graph", isgraph}, {"lower", islower}, {"print", isprint}, {"punct", ispunct}, {"space", isspace},
		{"upper", isupper}, {"xdigit", isxdigit},
	};
	for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
		if (!strncmp(classes[i].name, name, n) && !classes[i].name[n])
			return classes[i].test(c) != 0;
	return 0;
}

/* Matches c against the bracket expression at p (after '['): its end in *end,
   null if it is not closed. */
static int bracket(const char *p, int c, int flags, const char **end)
{
	int inverted = *p == '!' || *p == '^', hit = 0;
	p += inverted;
	const char *start = p;
	*end = 0;
	for (; *p && (*p != ']' || p == start); p++) {
		const char *close;
		if (*p == '[' && p[1] == ':' && (close = strstr(p + 2, ":]"))) {
			hit |= in_class(p + 2, close - p - 2, c);
			p = close + 1;
			continue;
		}
		if (*p == '\\' && !(flags & FNM_NOESCAPE) && p[1])
			p++;
		int lo = fold((unsigned char)*p, flags), hi = lo;
		if (p[1] == '-' && p[2] && p[2] != ']') {
			p += 2;
			if (*p == '\\' && !(flags & FNM_NOESCAPE) && p[1])
				p++;
			hi = fold((unsigned char)*p, flags);
		}
		hit |= fold(c, flags) >= lo && fold(c, flags) <= hi;
	}
	if (!*p)
		return 0;
	*end = p + 1;
	return hit != inverted;
}

/* Whether s, which begins at whole, has a period that must be matched as such. */
static int guarded(const char *s, const char *whole, int flags)
{
	return flags & FNM_PERIOD && *s == '.' && (s == whole || flags & FNM_PATHNAME && s[-1] == '/');
}

static int match(const char *p, const char *s, const char *whole, int flags)
{
	for (; *p; p++, s++) {
		const char *end;
		switch (*p) {
		case '?':
			if (!*s || *s == '/' && flags & FNM_PATHNAME || guarded(s, whole, flags))
				return FNM_NOMATCH;
			continue;
		case '*':
			if (guarded(s, whole, flags))
				return FNM_NOMATCH;
			while (*p == '*')
				p++;
			for (;; s++) {
				if (!match(p, s, whole, flags))
					return 0;
				if (!*s || *s == '/' && flags & FNM_PATHNAME)
					return FNM_NOMATCH;
			}
		case '[':
			if (!*s || *s == '/' && flags & FNM_PATHNAME || guarded(s, whole, flags))
				return FNM_NOMATCH;
			if (bracket(p + 1, (unsigned char)*s, flags, &end)) {
				p = end - 1;
				continue;
			}
			if (end)
				return FNM_NOMATCH;
			break;
		case '\\':
			if (!(flags & FNM_NOESCAPE) && p[1])
				p++;
			break;
		}
		if (fold((unsigned char)*p, flags) != fold((unsigned char)*s, flags))
			return FNM_NOMATCH;
	}
	return !*s || flags & FNM_LEADING_DIR && *s == '/' ? 0 : FNM_NOMATCH;
}

int fnmatch(const char *pattern, const char *s, int flags)
{
	return match(pattern, s, s, flags);
}
