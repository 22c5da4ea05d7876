/* Texts made fit for messages and terminals, in the C locale: a byte beyond
   ASCII is not printable. */
#include <config.h>
#include "quotearg.h"
#include <ctype.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include "quote.h"
#include "xalloc.h"

struct quoting_options {
	enum quoting_style style;
	int flags;
	bool also[UCHAR_MAX + 1]; /* characters to be quoted besides */
};

char const *const quoting_style_args[] = {"literal", "shell",   "shell-always", "shell-escape", "shell-escape-always", "c",
                                          "c-maybe", "escape", "locale",       "clocale",      0};
enum quoting_style const quoting_style_vals[] = {
	literal_quoting_style, shell_quoting_style, shell_always_quoting_style, shell_escape_quoting_style,
	shell_escape_always_quoting_style, c_quoting_style, c_maybe_quoting_style, escape_quoting_style,
	locale_quoting_style, clocale_quoting_style,
};

static struct quoting_options default_options;
struct quoting_options quote_quoting_options = {.style = locale_quoting_style};

struct quoting_options *clone_quoting_options(struct quoting_options *o)
{
	return xmemdup(o ? o : &default_options, sizeof *o);
}

enum quoting_style get_quoting_style(struct quoting_options const *o)
{
	return (o ? o : &default_options)->style;
}

void set_quoting_style(struct quoting_options *o, enum quoting_style style)
{
	(o ? o : &default_options)->style = style;
}

int set_char_quoting(struct quoting_options *o, char c, int on)
{
	bool *flag = &(o ? o : &default_options)->also[(unsigned char)c];
	int old = *flag;
	*flag = on;
	return old;
}

int set_quoting_flags(struct quoting_options *o, int flags)
{
	if (!o)
		o = &default_options;
	int old = o->flags;
	o->flags = flags;
	return old;
}

/* A text that may not fit: what is beyond the end is only counted. */
struct text {
	char *p;
	size_t room, n;
};

static void put(struct text *t, char c)
{
	if (t->n < t->room)
		t->p[t->n] = c;
	t->n++;
}

static void puts_to(struct text *t, char const *s)
{
	while (*s)
		put(t, *s++);
}

/* The letter that stands for a character behind a backslash, or 0. */
static char escape_letter(unsigned char c)
{
	static char const from[] = "\a\b\f\n\r\t\v", to[] = "abfnrtv";
	for (int i = 0; from[i]; i++)
		if (from[i] == c)
			return to[i];
	return 0;
}

static void put_octal(struct text *t, unsigned char c)
{
	put(t, '\\');
	put(t, '0' + (c >> 6));
	put(t, '0' + (c >> 3 & 7));
	put(t, '0' + (c & 7));
}

/* Whether a shell would see something else in the text than its characters. */
static bool shell_special(char const *s, size_t n, struct quoting_options const *o)
{
	if (n == 0)
		return true;
	for (size_t i = 0; i < n; i++) {
		unsigned char c = s[i];
		if (o->also[c] || c && strchr("\t\n !\"$&'()*;<=>[\\^`|", c))
			return true;
		if (c == '?' || (c == '#' || c == '~') && i == 0 || (c == '{' || c == '}') && n == 1)
			return true;
	}
	return false;
}

static void shell_quote(struct text *t, char const *s, size_t n, struct quoting_options const *o, bool always, bool escape)
{
	bool unprintable = false;
	for (size_t i = 0; escape && i < n; i++)
		unprintable |= !isprint((unsigned char)s[i]);
	if (!always && !unprintable && !shell_special(s, n, o)) {
		for (size_t i = 0; i < n; i++)
			put(t, s[i]);
		return;
	}
	bool outer = !(o->flags & QA_ELIDE_OUTER_QUOTES), raw = true;
	if (outer)
		put(t, '\'');
	for (size_t i = 0; i < n; i++) {
		unsigned char c = s[i];
		if (c == '\'')
			puts_to(t, raw ? "'\\''" : "''\\''");
		else if (escape && !isprint(c)) {
			if (raw)
				puts_to(t, "'$'");
			raw = false;
			char letter = escape_letter(c);
			if (letter) {
				put(t, '\\');
				put(t, letter);
			} else
				put_octal(t, c);
			continue;
		} else {
			if (!raw)
				puts_to(t, "''");
			put(t, c);
		}
		raw = true;
	}
	if (outer)
		put(t, '\'');
}

/* The styles of C: escapes, within quotes or without. */
static void c_quote(struct text *t, char const *s, size_t n, struct quoting_options const *o, char const *left, char const *right)
{
	bool outer = *left && !(o->flags & QA_ELIDE_OUTER_QUOTES);
	if (outer)
		puts_to(t, left);
	for (size_t i = 0; i < n; i++) {
		unsigned char c = s[i];
		bool digit = i + 1 < n && isdigit((unsigned char)s[i + 1]);
		if (!c && o->flags & QA_ELIDE_NULL_BYTES)
			continue;
		if (o->also[c] || c == '\\' || *right && c == (unsigned char)*right) {
			put(t, '\\');
			put(t, c);
		} else if (!c)
			puts_to(t, digit ? "\\000" : "\\0");
		else if (escape_letter(c)) {
			put(t, '\\');
			put(t, escape_letter(c));
		} else if (!isprint(c))
			put_octal(t, c);
		else
			put(t, c);
	}
	if (outer)
		puts_to(t, right);
}

static bool needs_c(char const *s, size_t n, struct quoting_options const *o)
{
	for (size_t i = 0; i < n; i++) {
		unsigned char c = s[i];
		if (o->also[c] || c == '\\' || c == '"' || !isprint(c))
			return true;
	}
	return false;
}

size_t quotearg_buffer(char *buf, size_t size, char const *s, size_t n, struct quoting_options const *o)
{
	struct text t = {buf, size, 0};
	if (!o)
		o = &default_options;
	if (n == SIZE_MAX)
		n = strlen(s);
	switch (o->style) {
	case shell_quoting_style:
	case shell_always_quoting_style:
	case shell_escape_quoting_style:
	case shell_escape_always_quoting_style:
		shell_quote(&t, s, n, o, o->style == shell_always_quoting_style || o->style == shell_escape_always_quoting_style,
		            o->style == shell_escape_quoting_style || o->style == shell_escape_always_quoting_style);
		break;
	case c_maybe_quoting_style:
		if (needs_c(s, n, o))
			c_quote(&t, s, n, o, "\"", "\"");
		else
			for (size_t i = 0; i < n; i++)
				put(&t, s[i]);
		break;
	case c_quoting_style:
	case clocale_quoting_style:
		c_quote(&t, s, n, o, "\"", "\"");
		break;
	case locale_quoting_style:
		c_quote(&t, s, n, o, "'", "'");
		break;
	case escape_quoting_style:
		c_quote(&t, s, n, o, "", "");
		break;
	default:
		for (size_t i = 0; i < n; i++)
			if (s[i] || !(o->flags & QA_ELIDE_NULL_BYTES))
				put(&t, s[i]);
	}
	if (t.n < size)
		buf[t.n] = '\0';
	return t.n;
}

char *quotearg_alloc(char const *s, size_t n, struct quoting_options const *o)
{
	size_t len = quotearg_buffer(0, 0, s, n, o);
	char *p = xmalloc(len + 1);
	quotearg_buffer(p, len + 1, s, n, o);
	return p;
}

/* Results live in slots, until the slot's next use. */
static char **slots;
static int nslots;

static char *in_slot(int slot, char const *s, size_t n, struct quoting_options const *o)
{
	if (slot >= nslots) {
		slots = xnrealloc(slots, slot + 1, sizeof *slots);
		while (nslots <= slot)
			slots[nslots++] = 0;
	}
	char *p = quotearg_alloc(s, n, o);
	free(slots[slot]);
	return slots[slot] = p;
}

void quotearg_free(void)
{
	for (int i = 0; i < nslots; i++)
		free(slots[i]);
	free(slots);
	slots = 0;
	nslots = 0;
}

char *quotearg_n(int slot, char const *s)
{
	return in_slot(slot, s, SIZE_MAX, &default_options);
}

char *quotearg(char const *s)
{
	return quotearg_n(0, s);
}

char *quotearg_mem(char const *s, size_t n)
{
	return in_slot(0, s, n, &default_options);
}

char *quotearg_n_style_mem(int slot, enum quoting_style style, char const *s, size_t n)
{
	struct quoting_options o = {.style = style};
	return in_slot(slot, s, n, &o);
}

char *quotearg_n_style(int slot, enum quoting_style style, char const *s)
{
	return quotearg_n_style_mem(slot, style, s, SIZE_MAX);
}

char *quotearg_style(enum quoting_style style, char const *s)
{
	return quotearg_n_style(0, style, s);
}

char *quotearg_style_mem(enum quoting_style style, char const *s, size_t n)
{
	return quotearg_n_style_mem(0, style, s, n);
}

char *quotearg_char_mem(char const *s, size_t n, char c)
{
	struct quoting_options o = default_options;
	set_char_quoting(&o, c, 1);
	return in_slot(0, s, n, &o);
}

char *quotearg_char(char const *s, char c)
{
	return quotearg_char_mem(s, SIZE_MAX, c);
}

char *quotearg_colon(char const *s)
{
	return quotearg_char(s, ':');
}

char *quotearg_n_style_colon(int slot, enum quoting_style style, char const *s)
{
	struct quoting_options o = {.style = style};
	set_char_quoting(&o, ':', 1);
	return in_slot(slot, s, SIZE_MAX, &o);
}

char const *quote_n_mem(int slot, char const *s, size_t n)
{
	return in_slot(slot, s, n, &quote_quoting_options);
}

char const *quote_n(int slot, char const *s)
{
	return quote_n_mem(slot, s, SIZE_MAX);
}

char const *quote_mem(char const *s, size_t n)
{
	return quote_n_mem(0, s, n);
}

char const *quote(char const *s)
{
	return quote_n(0, s);
}
