/* A stack machine over arbitrary input bytes: integers, strings, a dictionary. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct value { enum { NUMBER, TEXT } kind; union { long n; char *s; } u; };
struct entry { struct entry *next; unsigned char key; struct value v; };

static struct value stack[64];
static int depth;
static struct entry *dict[7];

static void push(struct value v)
{
	if (depth == 64) {
		printf("full\n");
		exit(3);
	}
	stack[depth++] = v;
}

static struct value pop(void)
{
	struct value v = {NUMBER, {0}};
	return depth ? stack[--depth] : v;
}

static void push_number(unsigned long n)
{
	struct value v = {NUMBER, {.n = (long)n}};
	push(v);
}

static long number(struct value v) { return v.kind == NUMBER ? v.u.n : (long)strlen(v.u.s) * 7; }

static struct value copy(struct value v)
{
	if (v.kind == TEXT)
		v.u.s = strdup(v.u.s);
	return v;
}

static void show(struct value v)
{
	if (v.kind == NUMBER)
		printf("%ld ", v.u.n);
	else
		printf("\"%s\" ", v.u.s);
}

static struct entry *find(unsigned char key)
{
	struct entry *e = dict[key % 7];
	while (e && e->key != key)
		e = e->next;
	return e;
}

static void binary(int op)
{
	struct value b = pop(), a = pop();
	unsigned long x = number(a), y = number(b);
	switch (op) {
	case '+':
		if (a.kind == TEXT && b.kind == TEXT) {
			struct value v = {TEXT};
			v.u.s = malloc(strlen(a.u.s) + strlen(b.u.s) + 1);
			sprintf(v.u.s, "%s%s", a.u.s, b.u.s);
			push(v);
		} else
			push_number(x + y);
		break;
	case '-': push_number(x - y); break;
	case '*': push_number(x * y); break;
	case '/': push_number((int)y ? (long)(int)x / (int)y : 0); break;
	case '%': push_number(y ? x % y : 1); break;
	case '<': push_number((long)x < (long)y); break;
	case '=': push_number(a.kind == b.kind && (a.kind == TEXT ? !strcmp(a.u.s, b.u.s) : x == y)); break;
	case '^': push_number(x << (y & 15) ^ (short)y >> 3); break;
	}
	if (a.kind == TEXT)
		free(a.u.s);
	if (b.kind == TEXT)
		free(b.u.s);
}

int main(void)
{
	int c;
	while ((c = getchar()) != EOF) {
		if (isdigit(c)) {
			unsigned n = c - '0';
			while (isdigit(c = getchar()))
				n = n * 10 + c - '0';
			ungetc(c, stdin);
			push_number(n);
		} else if (c && strchr("+-*/%<=^", c))
			binary(c);
		else if (c == '"') {
			char buf[16];
			int n = 0;
			while ((c = getchar()) != EOF && c != '"')
				if (n < 15 && c > ' ' && c < 127)
					buf[n++] = c;
			buf[n] = 0;
			struct value v = {TEXT};
			v.u.s = strdup(buf);
			push(v);
		} else if (isupper(c)) {
			struct entry *e = find(c);
			if (!e) {
				e = malloc(sizeof *e);
				e->key = c;
				e->next = dict[c % 7];
				dict[c % 7] = e;
			} else if (e->v.kind == TEXT)
				free(e->v.u.s);
			e->v = pop();
		} else if (islower(c)) {
			struct entry *e = find(toupper(c));
			if (e)
				push(copy(e->v));
		} else if (c == '.' || c > 127)
			show(pop());
	}
	for (int i = 0; i < 7; i++)
		for (struct entry *e = dict[i]; e; e = e->next) {
			printf("%c=", e->key);
			show(e->v);
		}
	printf("%d\n", depth);
	return depth & 7;
}
