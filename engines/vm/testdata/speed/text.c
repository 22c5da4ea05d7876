/* Strings: generate a text, split it into words, count them in a hash table,
   evaluate arithmetic expressions by recursive descent. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word {
	struct word *next;
	int count;
	char text[];
};

#define BUCKETS 4093
static struct word *table[BUCKETS];
static unsigned state = 1;

static unsigned next(void)
{
	state = state * 1664525 + 1013904223;
	return state >> 8;
}

static char *make_text(int words)
{
	char *text = malloc(words * 10 + 1), *p = text;
	while (words--) {
		int n = 2 + next() % 4;
		for (int i = 0; i < n; i++)
			*p++ = "etaoinshrdlu"[next() % 12];
		*p++ = next() % 9 ? ' ' : next() % 2 ? '\n' : ',';
	}
	*p = 0;
	return text;
}

static unsigned hash(const char *s, int n)
{
	unsigned h = 5381;
	while (n--)
		h = h * 33 ^ (unsigned char)*s++;
	return h;
}

static void count(const char *s, int n)
{
	struct word **p = &table[hash(s, n) % BUCKETS];
	for (; *p; p = &(*p)->next)
		if (!strncmp((*p)->text, s, n) && !(*p)->text[n]) {
			(*p)->count++;
			return;
		}
	struct word *w = malloc(sizeof *w + n + 1);
	w->next = NULL;
	w->count = 1;
	memcpy(w->text, s, n);
	w->text[n] = 0;
	*p = w;
}

static int split(const char *text)
{
	int words = 0;
	while (*text) {
		while (*text && !isalpha((unsigned char)*text))
			text++;
		const char *start = text;
		while (isalpha((unsigned char)*text))
			text++;
		if (text > start) {
			count(start, text - start);
			words++;
		}
	}
	return words;
}

static const char *at;

static long sum(void);

static long factor(void)
{
	while (*at == ' ')
		at++;
	if (*at == '(') {
		at++;
		long v = sum();
		at++;
		return v;
	}
	long v = 0;
	while (*at >= '0' && *at <= '9')
		v = v * 10 + (*at++ - '0');
	return v;
}

static long product(void)
{
	long v = factor();
	for (;;) {
		while (*at == ' ')
			at++;
		switch (*at) {
		case '*':
			at++;
			v *= factor();
			break;
		case '/': {
			at++;
			long d = factor();
			v = d ? v / d : 0;
			break;
		}
		case '%': {
			at++;
			long d = factor();
			v = d ? v % d : 0;
			break;
		}
		default:
			return v;
		}
	}
}

static long sum(void)
{
	long v = product();
	while (*at == '+' || *at == '-')
		if (*at++ == '+')
			v += product();
		else
			v -= product();
	return v;
}

int main(int argc, char **argv)
{
	int rounds = argc > 1 ? atoi(argv[1]) : 1;
	char *text = make_text(400000);
	int words = 0;
	long total = 0;
	for (int i = 0; i < 6 * rounds; i++)
		words += split(text);
	int distinct = 0, most = 0;
	for (int i = 0; i < BUCKETS; i++)
		for (struct word *w = table[i]; w; w = w->next) {
			distinct++;
			if (w->count > most)
				most = w->count;
		}
	for (int i = 0; i < 150000 * rounds; i++) {
		char buf[64];
		sprintf(buf, "%d*(%d+%d) - %d/%d %% 7", i, i % 13, i % 7, i * 3, i % 5);
		at = buf;
		total += sum();
	}
	free(text);
	printf("%d %d %d %ld\n", words, distinct, most, total);
	return 0;
}
