/* The printf engine: directives, numbered arguments, integers and strings. */
#include <rift/format.h>
#include <rift/intrinsics.h>
#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <string.h>

/* How an argument is passed. */
enum type { T_NONE, T_INT, T_LONG, T_PTR, T_DOUBLE, T_LDBL };

/* Length modifiers. */
enum length { L_INT, L_CHAR, L_SHORT, L_LONG, L_LDBL };

union value {
	long i;
	void *p;
	double d;
	long double ld;
};

struct args {
	va_list ap;
	union value *numbered; /* non-null once the format uses %n$ */
};

struct directive {
	struct __libc_spec s;
	enum length len;
	int group, pointer;
	int arg, width_arg, prec_arg; /* numbers from 1; 0 = next argument */
	int width_star, prec_star;
};

static void fetch(struct args *a, enum type t, int number, union value *v)
{
	if (a->numbered && number > 0) {
		*v = a->numbered[number];
		return;
	}
	switch (t) {
	case T_NONE:
		break;
	case T_INT:
		v->i = va_arg(a->ap, int);
		break;
	case T_LONG:
		v->i = va_arg(a->ap, long);
		break;
	case T_PTR:
		v->p = va_arg(a->ap, void *);
		break;
	case T_DOUBLE:
		v->d = va_arg(a->ap, double);
		break;
	case T_LDBL:
		v->ld = va_arg(a->ap, long double);
		break;
	}
}

static enum type type_of(const struct directive *d)
{
	switch (d->s.conv) {
	case 'd': case 'i': case 'o': case 'u': case 'x': case 'X':
		return d->len >= L_LONG ? T_LONG : T_INT;
	case 'c': case 'C':
		return T_INT;
	case 's': case 'S': case 'p': case 'n':
		return T_PTR;
	case 'a': case 'A': case 'e': case 'E': case 'f': case 'F': case 'g': case 'G':
		return d->len == L_LDBL ? T_LDBL : T_DOUBLE;
	}
	return T_NONE;
}

/* Reads a decimal number; -1 if there is none, INT_MAX if it is too large. */
static int number(const char **fmt)
{
	const char *f = *fmt;
	long n = 0;
	if ((unsigned)*f - '0' >= 10)
		return -1;
	for (; (unsigned)*f - '0' < 10; f++)
		if (n < INT_MAX)
			n = n * 10 + (*f - '0');
	*fmt = f;
	return n < INT_MAX ? (int)n : INT_MAX;
}

/* Reads "*" or "*n$"; returns whether there was a star. */
static int star(const char **fmt, int *arg)
{
	if (**fmt != '*')
		return 0;
	++*fmt;
	const char *f = *fmt;
	int n = number(&f);
	if (n > 0 && *f == '$') {
		*arg = n;
		*fmt = f + 1;
	}
	return 1;
}

static int flag(struct directive *d, int c)
{
	switch (c) {
	case '-':
		return d->s.minus = 1;
	case '+':
		return d->s.plus = 1;
	case ' ':
		return d->s.space = 1;
	case '#':
		return d->s.hash = 1;
	case '0':
		return d->s.zero = 1;
	case '\'':
		return d->group = 1;
	case 'I':
		return 1;
	}
	return 0;
}

static const char *length(struct directive *d, const char *f)
{
	switch (*f) {
	case 'h':
		d->len = f[1] == 'h' ? L_CHAR : L_SHORT;
		return f + 1 + (f[1] == 'h');
	case 'l':
		d->len = f[1] == 'l' ? L_LDBL : L_LONG;
		return f + 1 + (f[1] == 'l');
	case 'j': case 'z': case 'Z': case 't':
		d->len = L_LONG;
		return f + 1;
	case 'L': case 'q':
		d->len = L_LDBL;
		return f + 1;
	}
	return f;
}

/* Reads what follows a '%'; returns the place after the conversion character. */
static const char *parse(struct directive *d, const char *f)
{
	*d = (struct directive){.s.prec = -1};
	const char *start = f;
	int n = number(&f);
	if (n > 0 && *f == '$')
		d->arg = n, f++;
	else
		f = start;
	while (flag(d, *f))
		f++;
	if (star(&f, &d->width_arg))
		d->width_star = 1;
	else if ((n = number(&f)) >= 0)
		d->s.width = n;
	if (*f == '.') {
		f++;
		if (star(&f, &d->prec_arg))
			d->prec_star = 1;
		else {
			const char *minus = f;
			if (*f == '-')
				f++;
			n = number(&f);
			d->s.prec = *minus == '-' ? -1 : n < 0 ? 0 : n;
		}
	}
	f = length(d, f);
	d->s.conv = *f;
	return *f ? f + 1 : f;
}

/* Notes that argument number n has type t; numbered[0].i holds how many there are. */
static void note(unsigned char *types, int n, enum type t)
{
	if (n > 0 && n <= NL_ARGMAX)
		types[n] = (unsigned char)t;
}

/* For a format with numbered arguments: reads all of them. */
static int fetch_numbered(struct args *a, const char *fmt)
{
	unsigned char *types = __rift_alloc(NL_ARGMAX + 1);
	if (!types)
		return -1;
	__rift_fill(types, T_NONE, NL_ARGMAX + 1);
	struct directive d;
	for (const char *f = fmt; *f;) {
		if (*f++ != '%')
			continue;
		f = parse(&d, f);
		note(types, d.width_arg, T_INT);
		note(types, d.prec_arg, T_INT);
		note(types, d.arg, type_of(&d));
	}
	int count = NL_ARGMAX;
	while (count && types[count] == T_NONE)
		count--;
	union value *v = __rift_alloc((count + 1) * sizeof *v);
	if (v) {
		__rift_fill(v, 0, (count + 1) * sizeof *v);
		for (int i = 1; i <= count; i++)
			fetch(a, types[i] == T_NONE ? T_INT : types[i], 0, &v[i]);
	}
	__rift_free(types);
	a->numbered = v;
	return v ? 0 : -1;
}

void __libc_pad(struct __libc_out *o, int c, long n)
{
	char block[32];
	if (n <= 0)
		return;
	if (o->total + n > INT_MAX) {
		o->failed = EOVERFLOW;
		return;
	}
	__rift_fill(block, c, sizeof block);
	for (; n > (long)sizeof block; n -= sizeof block)
		o->put(o, block, sizeof block);
	o->put(o, block, n);
}

/* Text of n bytes within the width. */
static void field(struct __libc_out *o, const struct __libc_spec *s, const char *text, unsigned long n)
{
	long pad = s->width - (long)n;
	if (!s->minus)
		__libc_pad(o, ' ', pad);
	o->put(o, text, n);
	if (s->minus)
		__libc_pad(o, ' ', pad);
}

static unsigned long narrow(enum length len, int is_signed, long v)
{
	switch (len) {
	case L_CHAR:
		return is_signed ? (unsigned long)(signed char)v : (unsigned char)v;
	case L_SHORT:
		return is_signed ? (unsigned long)(short)v : (unsigned short)v;
	case L_INT:
		return is_signed ? (unsigned long)(int)v : (unsigned int)v;
	default:
		return (unsigned long)v;
	}
}

static char *digits(char *end, unsigned long v, int conv)
{
	const char *set = conv == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
	if (conv == 'o')
		for (; v; v >>= 3)
			*--end = '0' + (v & 7);
	else if (conv == 'x' || conv == 'X')
		for (; v; v >>= 4)
			*--end = set[v & 15];
	else
		for (; v; v /= 10)
			*--end = '0' + v % 10;
	return end;
}

/* The digits of a number and its sign, without a branch. */
static unsigned long digit_count(unsigned long v, int conv)
{
	unsigned long n = 1, sign = 0, p = 10;
	int shift = conv == 'o' ? 3 : (conv | 32) == 'x' ? 4 : 0;
	if (conv == 'd' || conv == 'i') {
		sign = v >> 63;
		v = (v ^ -sign) + sign;
	}
	if (shift)
		for (int i = shift; i < 64; i += shift)
			n += v >> i != 0;
	else
		for (int i = 1; i < 20; i++, p *= 10)
			n += v >= p;
	return n + sign;
}

/* Prints an integer without its text being settled now, if that is possible. */
static int put_off(struct __libc_out *o, unsigned long v, const struct __libc_spec *s)
{
	if (o->put != __libc_put_file || !__libc_put_number(o->file, v, s->conv, s->width, s->minus | s->zero << 1))
		return 0;
	unsigned long n = digit_count(v, s->conv), width = s->width;
	o->total += n + (width - n & -(unsigned long)(n < width));
	return 1;
}

static void integer(struct __libc_out *o, const struct directive *d, long arg)
{
	const struct __libc_spec *s = &d->s;
	char buf[32], sign[3];
	int is_signed = s->conv == 'd' || s->conv == 'i', nsign = 0;
	unsigned long v = narrow(d->len, is_signed, arg);
	if (s->prec < 0 && !s->plus && !s->space && !s->hash && put_off(o, v, s))
		return;
	if (is_signed && (long)v < 0) {
		sign[nsign++] = '-';
		v = -v;
	} else if ((is_signed || d->pointer) && (s->plus || s->space))
		sign[nsign++] = s->plus ? '+' : ' ';
	if (!is_signed && s->hash && v && (s->conv | 32) == 'x') {
		sign[nsign++] = '0';
		sign[nsign++] = s->conv;
	}
	char *end = buf + sizeof buf, *p = digits(end, v, s->conv);
	long n = end - p, zeros = (s->prec < 0 ? 1 : s->prec) - n;
	if (s->hash && s->conv == 'o' && zeros <= 0 && (n == 0 || *p != '0'))
		zeros = 1;
	if (zeros < 0)
		zeros = 0;
	long pad = s->width - nsign - zeros - n;
	if (s->zero && !s->minus && s->prec < 0 && pad > 0) {
		zeros += pad;
		pad = 0;
	}
	if (!s->minus)
		__libc_pad(o, ' ', pad);
	if (nsign)
		o->put(o, sign, nsign);
	__libc_pad(o, '0', zeros);
	if (n)
		o->put(o, p, n);
	if (s->minus)
		__libc_pad(o, ' ', pad);
}

static void string(struct __libc_out *o, const struct __libc_spec *s, const char *p)
{
	if (!p)
		p = s->prec < 0 || s->prec >= 6 ? "(null)" : "";
	unsigned long n = 0;
	while ((s->prec < 0 || n < (unsigned long)s->prec) && p[n])
		n++;
	field(o, s, p, n);
}

/* Wide strings in the C locale: every character is one byte below 128. */
static void wide_string(struct __libc_out *o, const struct __libc_spec *s, const wchar_t *w)
{
	if (!w) {
		string(o, s, 0);
		return;
	}
	unsigned long n = 0;
	while ((s->prec < 0 || n < (unsigned long)s->prec) && w[n]) {
		if ((unsigned)w[n] >= 128) {
			o->failed = EILSEQ;
			return;
		}
		n++;
	}
	long pad = s->width - (long)n;
	if (!s->minus)
		__libc_pad(o, ' ', pad);
	for (unsigned long i = 0; i < n; i++) {
		char c = (char)w[i];
		o->put(o, &c, 1);
	}
	if (s->minus)
		__libc_pad(o, ' ', pad);
}

static void character(struct __libc_out *o, const struct directive *d, long v)
{
	char c = (char)v;
	if ((d->len == L_LONG || d->s.conv == 'C') && (unsigned)v >= 128) {
		o->failed = EILSEQ;
		return;
	}
	field(o, &d->s, &c, 1);
}

static void store_count(const struct __libc_out *o, enum length len, void *p)
{
	switch (len) {
	case L_CHAR:
		*(signed char *)p = (signed char)o->total;
		break;
	case L_SHORT:
		*(short *)p = (short)o->total;
		break;
	case L_INT:
		*(int *)p = (int)o->total;
		break;
	default:
		*(long *)p = (long)o->total;
	}
}

/* An unknown conversion is printed as it was understood. */
static void unknown(struct __libc_out *o, struct directive *d)
{
	char text[8];
	int n = 0;
	text[n++] = '%';
	if (d->s.hash)
		text[n++] = '#';
	if (d->group)
		text[n++] = '\'';
	if (d->s.plus || d->s.space)
		text[n++] = d->s.plus ? '+' : ' ';
	if (d->s.minus)
		text[n++] = '-';
	if (d->s.zero)
		text[n++] = '0';
	o->put(o, text, n);
	struct directive plain = {.s.conv = 'd', .s.prec = -1};
	if (d->s.width)
		integer(o, &plain, d->s.width);
	if (d->s.prec >= 0) {
		o->put(o, ".", 1);
		integer(o, &plain, d->s.prec);
	}
	text[0] = (char)d->s.conv;
	o->put(o, text, 1);
}

static void convert(struct __libc_out *o, struct directive *d, struct args *a)
{
	union value v;
	enum type t = type_of(d);
	long double ld;
	fetch(a, t, d->arg, &v);
	switch (d->s.conv) {
	case 'd': case 'i': case 'o': case 'u': case 'x': case 'X':
		integer(o, d, v.i);
		break;
	case 'c': case 'C':
		character(o, d, v.i);
		break;
	case 's':
		if (d->len != L_LONG) {
			string(o, &d->s, v.p);
			break;
		}
	case 'S':
		wide_string(o, &d->s, v.p);
		break;
	case 'p':
		if (v.p) {
			d->s.conv = 'x';
			d->s.hash = 1;
			d->len = L_LONG;
			d->pointer = 1;
			integer(o, d, (long)__libc_print_address((unsigned long)v.i));
		} else {
			d->s.prec = -1;
			string(o, &d->s, "(nil)");
		}
		break;
	case 'n':
		store_count(o, d->len, v.p);
		break;
	case 'm':
		string(o, &d->s, __libc_strerror(errno));
		break;
	case '%':
		o->put(o, "%", 1);
		break;
	case 0:
		o->failed = EINVAL;
		break;
	default:
		if (t == T_NONE) {
			unknown(o, d);
			break;
		}
		ld = t == T_LDBL ? v.ld : v.d;
		__libc_format_float(o, &d->s, &ld, t == T_DOUBLE);
	}
}

/* Fills in widths and precisions that are arguments. */
static void stars(struct directive *d, struct args *a)
{
	union value v;
	if (d->width_star) {
		fetch(a, T_INT, d->width_arg, &v);
		d->s.width = (int)v.i;
		if (d->s.width < 0) {
			d->s.minus = 1;
			d->s.width = -d->s.width;
		}
	}
	if (d->prec_star) {
		fetch(a, T_INT, d->prec_arg, &v);
		d->s.prec = v.i < 0 ? -1 : (int)v.i;
	}
}

/* The commonest conversions without flags, width or precision, done at once
   because most programs use hardly any other. 1 if c was one of them. */
static int plain(struct __libc_out *o, struct args *a, int c)
{
	static const struct __libc_spec decimal = {.conv = 'd'};
	char buf[12], *end = buf + sizeof buf, *p = end;
	switch (c) {
	case 'd': {
		int v = va_arg(a->ap, int);
		if (put_off(o, v, &decimal))
			return 1;
		unsigned u = v < 0 ? -(unsigned)v : (unsigned)v;
		do
			*--p = (char)('0' + u % 10);
		while (u /= 10);
		if (v < 0)
			*--p = '-';
		o->put(o, p, end - p);
		return 1;
	}
	case 'c':
		*--p = (char)va_arg(a->ap, int);
		o->put(o, p, 1);
		return 1;
	case 's': {
		const char *s = va_arg(a->ap, const char *);
		if (!s)
			s = "(null)";
		unsigned long n = strlen(s);
		if (o->put == __libc_put_file && __libc_put_text(o->file, s))
			o->total += n;
		else
			o->put(o, s, n);
		return 1;
	}
	}
	return 0;
}

int __libc_format(struct __libc_out *o, const char *fmt, va_list ap)
{
	struct args a;
	a.numbered = 0;
	va_copy(a.ap, ap);
	while (!o->failed && *fmt) {
		const char *text = fmt;
		while (*fmt && *fmt != '%')
			fmt++;
		if (fmt != text)
			o->put(o, text, fmt - text);
		if (!*fmt)
			break;
		if (!a.numbered && plain(o, &a, fmt[1])) {
			fmt += 2;
			continue;
		}
		struct directive d;
		text = fmt;
		fmt = parse(&d, fmt + 1);
		if ((d.arg || d.width_arg || d.prec_arg) && !a.numbered && fetch_numbered(&a, text) < 0)
			o->failed = ENOMEM;
		else if (d.s.width == INT_MAX || d.s.prec == INT_MAX)
			o->failed = EOVERFLOW;
		else {
			stars(&d, &a);
			convert(o, &d, &a);
		}
	}
	va_end(a.ap);
	__rift_free(a.numbered);
	if (!o->failed && o->total > INT_MAX)
		o->failed = EOVERFLOW;
	if (o->failed) {
		errno = o->failed;
		return -1;
	}
	return (int)o->total;
}
