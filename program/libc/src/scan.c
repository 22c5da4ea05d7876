/* The scanf engine. */
#include <rift/format.h>
#include <rift/intrinsics.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum length { L_INT, L_CHAR, L_SHORT, L_LONG, L_LDBL };

struct scanner {
	struct __libc_in *in;
	va_list ap, all; /* next argument; first argument, for %n$ */
	long count;      /* bytes consumed */
	int width;       /* of the current directive; bytes it may still take */
	int number;      /* argument number, 0 = next */
	int skip, alloc;
	enum length len;
	int ended;       /* end of input was met */
	char *word;      /* what has been collected */
	size_t used, room;
};

/* The next byte, or -1; at most width of them. */
static int get(struct scanner *s)
{
	if (s->width == 0)
		return -1;
	int c = s->in->get(s->in);
	if (c < 0) {
		s->ended = 1;
		return -1;
	}
	s->width--;
	s->count++;
	return c;
}

static void back(struct scanner *s, int c)
{
	if (c < 0)
		return;
	s->in->back(s->in, c);
	s->width++;
	s->count--;
}

static int is_space(int c)
{
	return (c == ' ') | ((unsigned)c - '\t' < 5);
}

static void skip_space(struct scanner *s)
{
	int c, width = s->width;
	s->width = INT_MAX;
	while (is_space(c = get(s)))
		;
	back(s, c);
	s->width = width;
}

/* Appends c to the collected word. */
static void keep(struct scanner *s, int c)
{
	if (s->used == s->room) {
		char *grown = __rift_alloc(2 * s->room + 64);
		if (s->used)
			__rift_copy(grown, s->word, s->used);
		__rift_free(s->word);
		s->word = grown;
		s->room = 2 * s->room + 64;
	}
	s->word[s->used++] = (char)c;
}

/* The pointer argument of the current directive. */
static void *target(struct scanner *s)
{
	if (s->number == 0)
		return va_arg(s->ap, void *);
	va_list ap;
	void *p = 0;
	va_copy(ap, s->all);
	for (int i = 0; i < s->number; i++)
		p = va_arg(ap, void *);
	va_end(ap);
	return p;
}

static void store_int(struct scanner *s, unsigned long v)
{
	void *p = target(s);
	switch (s->len) {
	case L_CHAR:
		*(unsigned char *)p = (unsigned char)v;
		break;
	case L_SHORT:
		*(unsigned short *)p = (unsigned short)v;
		break;
	case L_INT:
		*(unsigned int *)p = (unsigned int)v;
		break;
	default:
		*(unsigned long *)p = v;
	}
}

/* Whether c is a digit in this base. */
static int digit(int c, int base)
{
	if (base <= 10)
		return (unsigned)c - '0' < (unsigned)base;
	return ((unsigned)c - '0' < 10) | ((unsigned)(c | 32) - 'a' < (unsigned)(base - 10));
}

/* An integer in the given base (0: by its prefix). 1 if one was there. */
/* Of an address, is_signed is -1. */
static int integer(struct scanner *s, int base, int is_signed)
{
	int c = get(s);
	s->used = 0;
	if (c == '+' || c == '-') {
		keep(s, c);
		c = get(s);
	}
	int digits = 0;
	if (c == '0' && (base == 0 || base == 16)) {
		keep(s, c);
		digits = 1;
		c = get(s);
		if (c == 'x' || c == 'X') {
			keep(s, c);
			c = get(s);
			base = 16;
		} else if (base == 0)
			base = 8;
	}
	if (base == 0)
		base = 10;
	for (; c >= 0 && digit(c, base); c = get(s), digits++)
		keep(s, c);
	back(s, c);
	if (!digits)
		return 0;
	keep(s, 0);
	if (s->skip)
		return 1;
	int err = errno;
	unsigned long v = is_signed > 0 ? (unsigned long)strtol(s->word, 0, base) : strtoul(s->word, 0, base);
	store_int(s, is_signed < 0 ? __libc_read_address(v) : v);
	errno = err;
	return 1;
}

/* Takes the letters of word (lower case) that follow; 1 if all were there. */
static int letters(struct scanner *s, const char *word)
{
	for (; *word; word++) {
		int c = get(s);
		if (c < 0 || (c | 32) != *word) {
			back(s, c);
			return 0;
		}
		keep(s, c);
	}
	return 1;
}

/* An address as printf writes it. 1 if one was there. */
static int pointer(struct scanner *s)
{
	s->len = L_LONG;
	int c = get(s);
	back(s, c);
	if (c != '(')
		return integer(s, 16, -1);
	s->used = 0;
	get(s);
	if (!letters(s, "nil"))
		return 0;
	c = get(s);
	if (c != ')') {
		back(s, c);
		return 0;
	}
	if (!s->skip)
		store_int(s, 0);
	return 1;
}

/* Collects decimal or hexadecimal digits with at most one point. */
static int mantissa(struct scanner *s, int base)
{
	int c, n = 0, point = 0;
	for (;; keep(s, c)) {
		c = get(s);
		if (c == '.' && !point)
			point = 1;
		else if (c >= 0 && digit(c, base))
			n++;
		else
			break;
	}
	back(s, c);
	return n;
}

/* Collects what has the form of a floating number. */
static int float_text(struct scanner *s)
{
	int c = get(s), base = 10, n = 0;
	s->used = 0;
	if (c == '+' || c == '-') {
		keep(s, c);
		c = get(s);
	}
	if (c >= 0 && (c | 32) == 'n') {
		keep(s, c);
		return letters(s, "an");
	}
	if (c >= 0 && (c | 32) == 'i') {
		keep(s, c);
		if (!letters(s, "nf"))
			return 0;
		c = get(s);
		back(s, c);
		return c < 0 || (c | 32) != 'i' || letters(s, "inity");
	}
	if (c == '0') {
		keep(s, c);
		n = 1;
		c = get(s);
		/* the prefix needs room for a digit, but a point will do */
		if ((c == 'x' || c == 'X') && s->width) {
			keep(s, c);
			base = 16;
			c = get(s);
		}
	}
	if (base == 16)
		n = c == '.';
	back(s, c);
	n += mantissa(s, base);
	if (!n)
		return 0;
	c = get(s);
	if (c < 0 || (c | 32) != (base == 16 ? 'p' : 'e')) {
		back(s, c);
		return 1;
	}
	keep(s, c);
	c = get(s);
	if (c == '+' || c == '-') {
		keep(s, c);
		c = get(s);
	}
	for (; (unsigned)c - '0' < 10; c = get(s))
		keep(s, c);
	back(s, c);
	return 1;
}

static int floating(struct scanner *s)
{
	if (!float_text(s))
		return 0;
	keep(s, 0);
	if (s->skip)
		return 1;
	void *p = target(s);
	__rift_atof(s->word, p, s->len == L_LDBL ? 16 : s->len == L_LONG ? 8 : 4);
	return 1;
}

/* A set of bytes, from "[...]"; returns the place after it. */
static const char *parse_set(const char *f, char set[256])
{
	int inverted = *f == '^';
	f += inverted;
	__rift_fill(set, inverted, 256);
	const char *start = f;
	for (; *f && (*f != ']' || f == start); f++) {
		unsigned char lo = *f, hi = lo;
		if (f[1] == '-' && f[2] && f[2] != ']' && (unsigned char)f[2] >= lo) {
			hi = f[2];
			f += 2;
		}
		for (int c = lo; c <= hi; c++)
			set[c] = !inverted;
	}
	return *f ? f + 1 : f;
}

/* Characters: kind 'c' takes width of them, 's' up to a blank, '[' those in set. */
static int characters(struct scanner *s, int kind, const char *set)
{
	char *bytes = 0;
	wchar_t *wides = 0;
	int wide = s->len == L_LONG, c;
	size_t n = 0, room = 0;
	if (kind == 'c' && s->width == INT_MAX)
		s->width = 1;
	void **out = 0;
	if (!s->skip) {
		void *p = target(s);
		if (s->alloc)
			out = p;
		else if (wide)
			wides = p;
		else
			bytes = p;
	}
	for (; (c = get(s)) >= 0; n++) {
		if (kind == 's' && is_space(c) || kind == '[' && !set[c]) {
			back(s, c);
			break;
		}
		if (out && n + 1 >= room) {
			room = 2 * room + 100;
			*out = realloc(n ? *out : 0, room * (wide ? sizeof(wchar_t) : 1));
			wides = wide ? *out : 0;
			bytes = wide ? 0 : *out;
		}
		if (wides)
			wides[n] = c;
		else if (bytes)
			bytes[n] = (char)c;
	}
	if (!n)
		return 0;
	if (kind == 'c')
		return out || s->width == 0 || n;
	if (wides)
		wides[n] = 0;
	else if (bytes)
		bytes[n] = 0;
	return 1;
}

/* Reads flags, width and length of a directive. */
static const char *parse(struct scanner *s, const char *f)
{
	s->number = s->skip = s->alloc = 0;
	s->len = L_INT;
	s->width = 0;
	if (*f == '*') {
		s->skip = 1;
		f++;
	}
	for (; (unsigned)*f - '0' < 10; f++)
		if (s->width < INT_MAX / 10 - 1)
			s->width = s->width * 10 + (*f - '0');
	if (*f == '$') {
		s->number = s->width;
		s->width = 0;
		f++;
		if (*f == '*') {
			s->skip = 1;
			f++;
		}
		for (; (unsigned)*f - '0' < 10; f++)
			s->width = s->width * 10 + (*f - '0');
	}
	if (!s->width)
		s->width = INT_MAX;
	if (*f == 'm') {
		s->alloc = 1;
		f++;
	}
	switch (*f) {
	case 'h':
		s->len = f[1] == 'h' ? L_CHAR : L_SHORT;
		return f + 1 + (f[1] == 'h');
	case 'l':
		s->len = f[1] == 'l' ? L_LDBL : L_LONG;
		return f + 1 + (f[1] == 'l');
	case 'j': case 'z': case 't':
		s->len = L_LONG;
		return f + 1;
	case 'L': case 'q':
		s->len = L_LDBL;
		return f + 1;
	}
	return f;
}

/* Carries out a conversion: 1 matched, 0 did not match. */
static int convert(struct scanner *s, int conv, const char *set)
{
	switch (conv) {
	case 'd':
		return integer(s, 10, 1);
	case 'i':
		return integer(s, 0, 1);
	case 'u':
		return integer(s, 10, 0);
	case 'o':
		return integer(s, 8, 0);
	case 'x': case 'X':
		return integer(s, 16, 0);
	case 'p':
		return pointer(s);
	case 'a': case 'A': case 'e': case 'E': case 'f': case 'F': case 'g': case 'G':
		return floating(s);
	case 'C': case 'S':
		s->len = L_LONG;
		return characters(s, conv | 32, 0);
	}
	return characters(s, conv, set);
}

/* Matches one character of the format that is no directive. */
static int literal(struct scanner *s, int want)
{
	s->width = INT_MAX;
	int c = get(s);
	if (c == want)
		return 1;
	back(s, c);
	return 0;
}

static int scan(struct scanner *s, const char *f)
{
	int done = 0;
	char set[256];
	while (*f) {
		if (is_space(*f)) {
			skip_space(s);
			f++;
			continue;
		}
		if (*f != '%') {
			if (!literal(s, (unsigned char)*f++))
				return done || !s->ended ? done : EOF;
			continue;
		}
		f = parse(s, f + 1);
		int conv = *f;
		if (!conv)
			return done;
		f++;
		if (conv == '[')
			f = parse_set(f, set);
		if (conv == 'n') {
			if (!s->skip)
				store_int(s, s->count);
			continue;
		}
		if (!strchr("cC[", conv))
			skip_space(s);
		if (conv == '%') {
			if (!literal(s, '%'))
				return done || !s->ended ? done : EOF;
			continue;
		}
		if (!strchr("diuoxXpaAeEfFgGcCsS[", conv))
			return done;
		/* the end of the input before anything of the item is a failure of input */
		int width = s->width, c;
		s->width = INT_MAX;
		c = get(s);
		back(s, c);
		s->width = width;
		if (c < 0)
			return done ? done : EOF;
		if (!convert(s, conv, set))
			return done;
		done += !s->skip;
	}
	return done;
}

int __libc_scan(struct __libc_in *in, const char *fmt, va_list ap)
{
	struct scanner s = {.in = in, .width = INT_MAX};
	va_copy(s.ap, ap);
	va_copy(s.all, ap);
	int n = scan(&s, fmt);
	va_end(s.ap);
	va_end(s.all);
	__rift_free(s.word);
	return n;
}
