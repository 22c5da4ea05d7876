/* POSIX regular expressions, basic and extended, with GNU's operators: compiled
   to a small program for a backtracking matcher (regexec.c). */
#include <ctype.h>
#include <regex.h>
#include <rift/regex.h>
#include <stdlib.h>
#include <string.h>

struct parser {
	const unsigned char *p;
	struct program *prog;
	const unsigned char *translate;
	int flags, err, groups, depth;
	unsigned closed; /* bit i: group i is complete and may be referred to */
	size_t room, set_room;
};

static void alternatives(struct parser *s);

static int emit(struct parser *s, int op, int x, int y)
{
	struct program *g = s->prog;
	if (g->n == s->room) {
		s->room = 2 * s->room + 16;
		g->code = realloc(g->code, s->room * sizeof *g->code);
	}
	g->code[g->n] = (struct instr){op, x, y};
	return (int)g->n++;
}

/* Makes room for one instruction before the code from at on. */
static void insert(struct parser *s, size_t at, int op, int x, int y)
{
	emit(s, op, x, y);
	struct instr *c = s->prog->code, last = c[s->prog->n - 1];
	memmove(c + at + 1, c + at, (s->prog->n - 1 - at) * sizeof *c);
	c[at] = last;
}

static void fail(struct parser *s, int err)
{
	if (!s->err)
		s->err = err;
}

static unsigned char *new_set(struct parser *s, int *index)
{
	struct program *g = s->prog;
	if (g->nsets == s->set_room) {
		s->set_room = 2 * s->set_room + 4;
		g->sets = realloc(g->sets, s->set_room * 256);
	}
	*index = (int)g->nsets;
	return memset(g->sets + 256 * g->nsets++, 0, 256);
}

static int (*class_test(const char *name, size_t n))(int)
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
			return classes[i].test;
	return 0;
}

/* "[.x.]" or "[=x=]" at p stands for x. */
static int named(struct parser *s)
{
	int kind = s->p[1], c = s->p[2];
	if (!c || s->p[3] != kind || s->p[4] != ']') {
		fail(s, REG_ECOLLATE);
		return 0;
	}
	s->p += 5;
	return c;
}

static void add_class(struct parser *s, unsigned char *set)
{
	const char *name = (const char *)s->p + 2, *end = strstr(name, ":]");
	int (*test)(int) = end ? class_test(name, end - name) : 0;
	if (!test) {
		fail(s, end ? REG_ECTYPE : REG_EBRACK);
		return;
	}
	if (s->flags & REG_ICASE && (test == isupper || test == islower))
		test = isalpha;
	for (int c = 0; c < 128; c++)
		set[c] |= test(c) != 0;
	s->p = (const unsigned char *)end + 2;
}

/* The next character of a bracket expression. */
static int listed(struct parser *s)
{
	if (*s->p == '[' && (s->p[1] == '.' || s->p[1] == '='))
		return named(s);
	if (*s->p == '\\' && s->flags & R_LIST_ESCAPE) {
		s->p++;
		if (!*s->p) {
			fail(s, REG_EBRACK);
			return 0;
		}
	}
	return *s->p++;
}

/* A bracket expression; p is behind its '['. */
static void bracket(struct parser *s)
{
	int index, inverted = *s->p == '^';
	unsigned char *set = new_set(s, &index);
	s->p += inverted;
	const unsigned char *start = s->p;
	while (!s->err && (*s->p != ']' || s->p == start)) {
		if (!*s->p) {
			fail(s, s->p == start ? REG_BADPAT : REG_EBRACK);
			return;
		}
		if (*s->p == '[' && s->p[1] == ':') {
			add_class(s, set);
			continue;
		}
		int lo = listed(s), hi = lo;
		if (*s->p == '-' && s->p[1] && s->p[1] != ']') {
			s->p++;
			hi = listed(s);
			if (hi < lo)
				fail(s, REG_ERANGE);
		}
		for (int c = lo; c <= hi; c++)
			set[c] = 1;
	}
	if (s->err)
		return;
	s->p++;
	for (int c = 0; s->translate && c < 256; c++)
		set[s->translate[c]] |= set[c];
	for (int c = 'a'; s->flags & REG_ICASE && c <= 'z'; c++)
		set[c] = set[c - 32] = set[c] | set[c - 32];
	for (int c = 0; inverted && c < 256; c++)
		set[c] = !set[c];
	if (inverted && s->flags & (REG_NEWLINE | R_LIST_LINE))
		set['\n'] = 0;
	emit(s, R_SET, index, 0);
}

/* The set of word characters or of blanks, or of all others. */
static void shorthand(struct parser *s, int blank, int inverted)
{
	int index;
	unsigned char *set = new_set(s, &index);
	for (int c = 0; c < 256; c++)
		set[c] = inverted != (c < 128 && (blank ? isspace(c) : isalnum(c) || c == '_'));
	emit(s, R_SET, index, 0);
}

static void character(struct parser *s, int c)
{
	if (s->translate)
		c = s->translate[c];
	int other = s->flags & REG_ICASE ? isupper(c) ? tolower(c) : toupper(c) : c;
	emit(s, R_CHAR, c, other);
}

static void group(struct parser *s)
{
	int n = ++s->groups;
	emit(s, R_SAVE, 2 * n, 0);
	s->depth++;
	alternatives(s);
	s->depth--;
	int close = s->flags & REG_EXTENDED ? *s->p == ')' : *s->p == '\\' && s->p[1] == ')';
	if (!close) {
		fail(s, REG_EPAREN);
		return;
	}
	s->p += s->flags & REG_EXTENDED ? 1 : 2;
	emit(s, R_SAVE, 2 * n + 1, 0);
	if (n < 32)
		s->closed |= 1u << n;
}

/* What follows a backslash. Returns 0 for assertions, which take no repetition
   in basic expressions' sense but harm nothing if they get one. */
static void escape(struct parser *s)
{
	int c = *s->p++;
	switch (c) {
	case 0:
		s->p--;
		fail(s, REG_EESCAPE);
		break;
	case 'w':
	case 'W':
		shorthand(s, 0, c == 'W');
		break;
	case 's':
	case 'S':
		shorthand(s, 1, c == 'S');
		break;
	case 'b':
		emit(s, R_EDGE, 0, 0);
		break;
	case 'B':
		emit(s, R_NOEDGE, 0, 0);
		break;
	case '<':
		emit(s, R_WORD, 0, 0);
		break;
	case '>':
		emit(s, R_ENDWORD, 0, 0);
		break;
	case '`':
		emit(s, R_START, 0, 0);
		break;
	case '\'':
		emit(s, R_END, 0, 0);
		break;
	case '1': case '2': case '3': case '4': case '5': case '6': case '7': case '8': case '9':
		if (!(s->closed >> (c - '0') & 1))
			fail(s, REG_ESUBREG);
		emit(s, R_BACK, c - '0', 0);
		s->prog->backrefs = 1;
		break;
	default:
		character(s, c);
	}
}

/* "{m,n}" at p, behind its brace: 1 if it is one. */
static int interval(struct parser *s, int *min, int *max)
{
	const unsigned char *p = s->p;
	int m = -1, n = -1;
	if (isdigit(*p))
		for (m = 0; isdigit(*p) && m < 100000; p++)
			m = m * 10 + (*p - '0');
	if (*p == ',') {
		p++;
		if (isdigit(*p))
			for (n = 0; isdigit(*p) && n < 100000; p++)
				n = n * 10 + (*p - '0');
		else
			n = -2;
		if (m < 0)
			m = 0;
	} else
		n = m;
	int basic = !(s->flags & REG_EXTENDED), closed = basic ? p[0] == '\\' && p[1] == '}' : *p == '}';
	if (!closed || m < 0) {
		if (!basic && !closed && *p)
			return 0;
		fail(s, !*p ? REG_EBRACE : REG_BADBR);
		return 0;
	}
	if (n != -2 && m > n || m > 0x7fff || n > 0x7fff)
		fail(s, n > 0x7fff || m > 0x7fff ? 15 : REG_BADBR);
	s->p = p + 1 + basic;
	*min = m;
	*max = n;
	return 1;
}


/* The code from at on, any number of times, or at least once. */
static void loop(struct parser *s, size_t at, int once)
{
	size_t n = s->prog->n - at;
	int simple = n == 1 && s->prog->code[at].op <= R_SET, mark = s->prog->marks;
	if (!simple) {
		s->prog->marks += 2;
		insert(s, at, R_MARK, mark, 0);
		emit(s, R_CHECK, mark, 0);
		n += 2;
	}
	if (once)
		emit(s, R_SPLIT, -(int)n, 1);
	else {
		insert(s, at, R_SPLIT, 1, (int)n + 2);
		emit(s, R_JUMP, -(int)n - 1, 0);
	}
	if (!simple)
		insert(s, at, R_LOOP, mark, 0);
}

/* The code from at on, min to max times (-2: no bound). Jumps are relative, so
   that code can be copied. */
static void repeat(struct parser *s, size_t at, int min, int max)
{
	size_t n = s->prog->n - at;
	if (n * (size_t)(min > max ? min : max) > 200000) {
		fail(s, REG_ESPACE);
		return;
	}
	if (min == 0 && max == 0) {
		insert(s, at, R_JUMP, (int)n + 1, 0);
		return;
	}
	struct instr *body = malloc((n + 1) * sizeof *body);
	memcpy(body, s->prog->code + at, n * sizeof *body);
	s->prog->n = at;
	for (int i = 0; i < min - (max == -2); i++)
		for (size_t k = 0; k < n; k++)
			emit(s, body[k].op, body[k].x, body[k].y);
	if (max == -2) {
		size_t from = s->prog->n;
		for (size_t k = 0; k < n; k++)
			emit(s, body[k].op, body[k].x, body[k].y);
		loop(s, from, min > 0);
	}
	for (int i = min; i < max; i++) {
		emit(s, R_SPLIT, 1, (int)(n + 1) * (max - i));
		for (size_t k = 0; k < n; k++)
			emit(s, body[k].op, body[k].x, body[k].y);
	}
	free(body);
}

/* Repetition operators behind the code from at on. */
static void repetitions(struct parser *s, size_t at)
{
	int extended = s->flags & REG_EXTENDED;
	while (!s->err) {
		int op = *s->p, min, max;
		const char *escaped = s->flags & R_PLAIN_PLUS ? "" : "+?{";
		if (!extended && op == '\\' && s->p[1] && strchr(escaped, s->p[1]))
			op = s->p[1], s->p++;
		else if (op != '*' && !(extended && op && strchr("+?{", op)) && !(s->flags & R_PLAIN_PLUS && op && strchr("+?", op)))
			return;
		s->p++;
		if (op == '*')
			repeat(s, at, 0, -2);
		else if (op == '+')
			repeat(s, at, 1, -2);
		else if (op == '?')
			repeat(s, at, 0, 1);
		else if (interval(s, &min, &max))
			repeat(s, at, min, max);
		else if (!s->err) {
			s->p--;
			character(s, *s->p++);
			return;
		}
	}
}

/* Whether p is at the end of a branch. */
static int branch_end(const struct parser *s, const unsigned char *p)
{
	if (!*p)
		return 1;
	if (s->flags & REG_EXTENDED)
		return *p == '|' || *p == ')' && s->depth;
	return *p == '\\' && (p[1] == '|' || p[1] == ')');
}

static void atom(struct parser *s, const unsigned char *start)
{
	int extended = s->flags & REG_EXTENDED, c = *s->p++;
	switch (c) {
	case '\\':
		if (!extended && *s->p == '(') {
			s->p++;
			group(s);
		} else if (!extended && !(s->flags & R_PLAIN_PLUS) && *s->p == '{')
			fail(s, REG_BADRPT);
		else
			escape(s);
		break;
	case '[':
		bracket(s);
		break;
	case '.':
		emit(s, R_ANY, s->flags & (REG_NEWLINE | R_DOT_LINE) ? '\n' : -1, 0);
		break;
	case '^':
		if (extended || s->p - 1 == start)
			emit(s, R_BOL, 0, 0);
		else
			character(s, c);
		break;
	case '$':
		if (extended || branch_end(s, s->p))
			emit(s, R_EOL, 0, 0);
		else
			character(s, c);
		break;
	case '(':
		if (extended) {
			group(s);
			break;
		}
		character(s, c);
		break;
	case '*': case '+': case '?': case '{':
		if (extended && s->p - 1 == start) {
			fail(s, REG_BADRPT);
			break;
		}
		character(s, c);
		break;
	default:
		character(s, c);
	}
}

static void branch(struct parser *s)
{
	const unsigned char *start = s->p;
	while (!s->err && !branch_end(s, s->p)) {
		size_t at = s->prog->n;
		/* in basic expressions a star is itself at the start, also behind '^' */
		if (!(s->flags & REG_EXTENDED) && *s->p == '^' && s->p == start) {
			s->p++;
			emit(s, R_BOL, 0, 0);
			if (*s->p == '*') {
				at = s->prog->n;
				character(s, *s->p++);
			} else
				continue;
		} else
			atom(s, start);
		repetitions(s, at);
	}
}

static void alternatives(struct parser *s)
{
	size_t at = s->prog->n;
	branch(s);
	int extended = s->flags & REG_EXTENDED;
	while (!s->err && (extended ? *s->p == '|' : *s->p == '\\' && s->p[1] == '|')) {
		s->p += extended ? 1 : 2;
		size_t n = s->prog->n - at;
		insert(s, at, R_SPLIT, 1, (int)n + 2);
		int jump = emit(s, R_JUMP, 0, 0);
		size_t second = s->prog->n;
		alternatives(s);
		s->prog->code[jump].x = (int)(s->prog->n - second) + 1;
	}
}

/* Everything in one block, so that free gets rid of it. */
static struct program *packed(const struct program *g)
{
	size_t code = g->n * sizeof *g->code;
	struct program *block = malloc(sizeof *block + code + 256 * g->nsets);
	*block = *g;
	block->code = (struct instr *)(block + 1);
	block->sets = (unsigned char *)(block->code + g->n);
	memcpy(block->code, g->code, code);
	if (g->nsets)
		memcpy(block->sets, g->sets, 256 * g->nsets);
	return block;
}

struct program *__libc_regcompile(const char *pattern, int flags, const unsigned char *translate, int *err)
{
	struct program g = {.icase = flags & REG_ICASE}, *block = 0;
	struct parser s = {.p = (const unsigned char *)pattern, .prog = &g, .flags = flags, .translate = translate};
	emit(&s, R_SAVE, 0, 0);
	alternatives(&s);
	if (!s.err && *s.p)
		fail(&s, R_ERPAREN);
	emit(&s, R_SAVE, 1, 0);
	emit(&s, R_MATCH, 0, 0);
	g.groups = s.groups + 1;
	*err = s.err;
	if (!s.err)
		block = packed(&g);
	free(g.code);
	free(g.sets);
	return block;
}

int regcomp(regex_t *re, const char *pattern, int flags)
{
	int err;
	struct program *g = __libc_regcompile(pattern, flags, 0, &err);
	memset(re, 0, sizeof *re);
	re->buffer = g;
	re->syntax = flags;
	re->newline_anchor = (flags & REG_NEWLINE) != 0;
	re->no_sub = (flags & REG_NOSUB) != 0;
	re->re_nsub = g ? g->groups - 1 : 0;
	return err == R_ERPAREN ? REG_EPAREN : err;
}

void regfree(regex_t *re)
{
	free(re->buffer);
	re->buffer = 0;
	free(re->fastmap);
	re->fastmap = 0;
	free(re->translate);
	re->translate = 0;
}

const char *__libc_regmessage(int err)
{
	static const char *const texts[] = {
		"Success", "No match", "Invalid regular expression", "Invalid collation character", "Invalid character class name",
		"Trailing backslash", "Invalid back reference", "Unmatched [, [^, [:, [., or [=", "Unmatched ( or \\(", "Unmatched \\{",
		"Invalid content of \\{\\}", "Invalid range end", "Memory exhausted", "Invalid preceding regular expression",
		"Premature end of regular expression", "Regular expression too big", "Unmatched ) or \\)",
	};
	return err >= 0 && err < 17 ? texts[err] : "Unknown error";
}

size_t regerror(int err, const regex_t *re, char *buf, size_t size)
{
	const char *s = __libc_regmessage(err);
	size_t n = strlen(s) + 1;
	if (size) {
		size_t keep = n < size ? n : size;
		memcpy(buf, s, keep);
		buf[keep - 1] = 0;
	}
	return n;
}
