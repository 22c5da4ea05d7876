/* Floating conversions of the printf engine. Decimal digits come from the
   machine, hexadecimal ones from the bits. */
#include <rift/format.h>
#include <rift/intrinsics.h>

/* The parts of an x87 number, which every double fits into. */
struct parts {
	unsigned long mant; /* 64 bits with the leading one explicit */
	int exp;            /* biased by 16383 */
	int negative;
};

static struct parts split(const long double *x)
{
	const unsigned char *b = (const unsigned char *)x;
	struct parts p;
	p.mant = 0;
	for (int i = 7; i >= 0; i--)
		p.mant = p.mant << 8 | b[i];
	p.exp = (b[9] & 0x7f) << 8 | b[8];
	p.negative = b[9] >> 7;
	return p;
}

/* Lays out sign, prefix, zeros, text within the width. */
static void lay_out(struct __libc_out *o, const struct __libc_spec *s, const char *prefix, int nprefix,
                    const char *text, unsigned long n, long zeros_at, long zeros, int zero_pad)
{
	long pad = s->width - nprefix - (long)n - zeros;
	if (!s->minus && !zero_pad)
		__libc_pad(o, ' ', pad);
	if (nprefix)
		o->put(o, prefix, nprefix);
	if (!s->minus && zero_pad)
		__libc_pad(o, '0', pad);
	if (zeros_at)
		o->put(o, text, zeros_at);
	__libc_pad(o, '0', zeros);
	if ((long)n > zeros_at)
		o->put(o, text + zeros_at, n - zeros_at);
	if (s->minus)
		__libc_pad(o, ' ', pad);
}

/* Rounds lead:frac, where frac has digits nibbles, to keep nibbles, to even. */
static void round_hex(unsigned long *lead, unsigned long *frac, int digits, int keep)
{
	int drop = 4 * (digits - keep);
	unsigned long half = 1UL << (drop - 1);
	unsigned long rest = *frac & (2 * half - 1), odd = keep ? *frac >> drop & 1 : *lead & 1;
	unsigned long kept = drop < 64 ? *frac >> drop : 0;
	if (rest > half || rest == half && odd)
		kept++;
	if (keep == 0 ? kept : kept >> 4 * keep) {
		++*lead;
		kept = 0;
	}
	*frac = kept;
}

static void hex_float(struct __libc_out *o, const struct __libc_spec *s, struct parts p,
                      const char *sign, int nsign, int is_double)
{
	const char *set = s->conv == 'A' ? "0123456789ABCDEF" : "0123456789abcdef";
	unsigned long lead, frac;
	int digits = is_double ? 13 : 15, exp = p.exp - 16383;
	if (!p.mant) {
		lead = frac = 0;
		exp = 0;
	} else if (is_double) {
		/* below 2^-1022 the number was a denormal double and shows as one */
		int shift = exp < -1022 ? -1022 - exp : 0;
		unsigned long m = p.mant >> 11 >> shift;
		exp += shift;
		lead = m >> 52;
		frac = m & ((1UL << 52) - 1);
	} else {
		if (p.exp == 0)
			exp++;
		lead = p.mant >> 60;
		frac = p.mant & ((1UL << 60) - 1);
		exp -= 3;
	}
	int keep = digits;
	if (s->prec < 0) {
		while (keep && !(frac & 15)) {
			frac >>= 4;
			keep--;
		}
	} else if (s->prec < digits) {
		keep = s->prec;
		round_hex(&lead, &frac, digits, keep);
		if (lead == 16) {
			lead = 1;
			exp += 4;
		}
	}
	char prefix[3], text[40];
	int n = 0;
	for (int i = 0; i < nsign; i++)
		prefix[i] = sign[i];
	prefix[nsign] = '0';
	prefix[nsign + 1] = s->conv == 'A' ? 'X' : 'x';
	text[n++] = set[lead];
	if (keep || s->prec > 0 || s->hash)
		text[n++] = '.';
	for (int i = keep - 1; i >= 0; i--)
		text[n++] = set[frac >> 4 * i & 15];
	long zeros_at = n, zeros = s->prec > keep ? s->prec - keep : 0;
	text[n++] = s->conv == 'A' ? 'P' : 'p';
	text[n++] = exp < 0 ? '-' : '+';
	unsigned e = exp < 0 ? -exp : exp;
	char rev[8];
	int r = 0;
	do
		rev[r++] = '0' + e % 10;
	while (e /= 10);
	while (r)
		text[n++] = rev[--r];
	lay_out(o, s, prefix, nsign + 2, text, n, zeros_at, zeros, s->zero);
}

void __libc_format_float(struct __libc_out *o, const struct __libc_spec *s, const long double *x, int is_double)
{
	struct parts p = split(x);
	int upper = s->conv < 'a', nsign = 1;
	char sign = '-';
	if (!p.negative) {
		sign = s->plus ? '+' : ' ';
		nsign = s->plus || s->space;
	}
	if (p.exp == 0x7fff) {
		const char *text = p.mant << 1 ? upper ? "NAN" : "nan" : upper ? "INF" : "inf";
		lay_out(o, s, &sign, nsign, text, 3, 3, 0, 0);
		return;
	}
	if ((s->conv | 32) == 'a') {
		hex_float(o, s, p, &sign, nsign, is_double);
		return;
	}
	char small[128], *buf = small;
	long double magnitude = *x;
	((unsigned char *)&magnitude)[9] &= 0x7f;
	unsigned long n = __rift_ftoa(small, sizeof small, &magnitude, s->conv, s->prec, s->hash);
	if (n >= sizeof small) {
		buf = __rift_alloc(n + 1);
		__rift_ftoa(buf, n + 1, &magnitude, s->conv, s->prec, s->hash);
	}
	lay_out(o, s, &sign, nsign, buf, n, n, 0, s->zero);
	if (buf != small)
		__rift_free(buf);
}
