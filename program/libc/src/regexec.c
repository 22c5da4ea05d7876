/* The matcher: explores the program's alternatives in order and keeps the
   longest match. A place of the program is visited once per place of the
   text, since a second visit can only repeat the first; expressions with back
   references do without that bound. Among equally long matches the first is
   taken, which for groups is the greedy choice. */
#define _GNU_SOURCE
#include <ctype.h>
#include <regex.h>
#include <rift/regex.h>
#include <stdlib.h>
#include <string.h>

/* What to do next: go on at pc, or (pc < 0) put old back into slot ~pc. */
struct job {
	int pc;
	long at; /* place in the text, or the old value */
};

struct matcher {
	const struct program *prog;
	const unsigned char *text;
	long n;
	int flags, newline, icase;
	long *slots, *best; /* groups' ends, then marks */
	int nslots;
	unsigned char *visited;
	struct job *jobs;
	long njobs, room;
};

static void push(struct matcher *m, int pc, long at)
{
	if (m->njobs == m->room) {
		m->room = 2 * m->room + 64;
		m->jobs = realloc(m->jobs, m->room * sizeof *m->jobs);
	}
	m->jobs[m->njobs++] = (struct job){pc, at};
}

static void set_slot(struct matcher *m, int slot, long at)
{
	push(m, ~slot, m->slots[slot]);
	m->slots[slot] = at;
}

static int is_word(const struct matcher *m, long at)
{
	return at >= 0 && at < m->n && (isalnum(m->text[at]) || m->text[at] == '_');
}

static int assertion(const struct matcher *m, int op, long at)
{
	int before = is_word(m, at - 1), after = is_word(m, at);
	switch (op) {
	case R_BOL:
		return at == 0 && !(m->flags & REG_NOTBOL) || m->newline && at > 0 && m->text[at - 1] == '\n';
	case R_EOL:
		return at == m->n && !(m->flags & REG_NOTEOL) || m->newline && at < m->n && m->text[at] == '\n';
	case R_START:
		return at == 0;
	case R_END:
		return at == m->n;
	case R_EDGE:
		return before != after;
	case R_NOEDGE:
		return before == after;
	case R_WORD:
		return !before && after;
	default:
		return before && !after;
	}
}

/* Whether what group g matched comes again at this place: its length, or -1. */
static long again(const struct matcher *m, int g, long at)
{
	long from = m->slots[2 * g], n = m->slots[2 * g + 1] - from;
	if (from < 0 || m->slots[2 * g + 1] < 0 || at + n > m->n)
		return -1;
	for (long i = 0; i < n; i++) {
		int a = m->text[from + i], b = m->text[at + i];
		if (a != b && !(m->icase && tolower(a) == tolower(b)))
			return -1;
	}
	return n;
}

/* Runs from pc at a place until it fails, matches or needs no more. */
static void thread(struct matcher *m, int pc, long at)
{
	int marks = 2 * m->prog->groups;
	for (;;) {
		const struct instr *i = &m->prog->code[pc];
		if (m->visited && i->op == R_SPLIT) {
			size_t bit = (size_t)pc * (m->n + 1) + at;
			if (m->visited[bit >> 3] >> (bit & 7) & 1)
				return;
			m->visited[bit >> 3] |= 1 << (bit & 7);
		}
		int c = at < m->n ? m->text[at] : -1;
		long n;
		switch (i->op) {
		case R_CHAR:
			if (c < 0 || c != i->x && c != i->y)
				return;
			at++;
			break;
		case R_ANY:
			if (c < 0 || c == i->x)
				return;
			at++;
			break;
		case R_SET:
			if (c < 0 || !m->prog->sets[256 * i->x + c])
				return;
			at++;
			break;
		case R_SPLIT:
			push(m, pc + i->y, at);
			pc += i->x;
			continue;
		case R_JUMP:
			pc += i->x;
			continue;
		case R_SAVE:
			set_slot(m, i->x, at);
			break;
		case R_LOOP:
			set_slot(m, marks + i->x, -1);
			break;
		case R_MARK:
			set_slot(m, marks + i->x + 1, m->slots[marks + i->x]);
			set_slot(m, marks + i->x, at);
			break;
		case R_CHECK:
			if (m->slots[marks + i->x] != at)
				break;
			if (m->slots[marks + i->x + 1] >= 0)
				return;
			pc++; /* over the way back */
			break;
		case R_BACK:
			n = again(m, i->x, at);
			if (n < 0)
				return;
			at += n;
			break;
		case R_MATCH:
			if (m->best[1] < at)
				memcpy(m->best, m->slots, m->nslots * sizeof *m->best);
			return;
		default:
			if (!assertion(m, i->op, at))
				return;
		}
		pc++;
	}
}

/* Looks for the longest match from a place on: 1 if there is one. */
static int match_at(struct matcher *m, long start)
{
	for (int i = 0; i < m->nslots; i++)
		m->slots[i] = m->best[i] = -1;
	push(m, 0, start);
	while (m->njobs) {
		struct job j = m->jobs[--m->njobs];
		if (j.pc < 0)
			m->slots[~j.pc] = j.at;
		else if (m->best[1] < m->n)
			thread(m, j.pc, j.at);
	}
	return m->best[1] >= 0;
}

/* Prepares matching; done releases what it needs. */
static void begin(struct matcher *m, const regex_t *re)
{
	m->prog = re->buffer;
	m->newline = re->newline_anchor;
	m->icase = m->prog->icase;
	m->nslots = 2 * m->prog->groups + m->prog->marks;
	m->slots = malloc(2 * m->nslots * sizeof *m->slots);
	m->best = m->slots + m->nslots;
	if (!m->prog->backrefs)
		m->visited = calloc(m->prog->n * (m->n + 1) / 8 + 1, 1);
}

static void done(struct matcher *m)
{
	free(m->slots);
	free(m->visited);
	free(m->jobs);
}

int regexec(const regex_t *re, const char *text, size_t nmatch, regmatch_t match[], int flags)
{
	long base = flags & REG_STARTEND ? match[0].rm_so : 0;
	struct matcher m = {.text = (const unsigned char *)text + base, .flags = flags};
	m.n = flags & REG_STARTEND ? match[0].rm_eo - base : (long)strlen(text);
	begin(&m, re);
	int found = 0;
	for (long start = 0; !found && start <= m.n; start++)
		found = match_at(&m, start);
	if (found && !re->no_sub)
		for (size_t i = 0; i < nmatch; i++) {
			int known = i < (size_t)m.prog->groups && m.best[2 * i + 1] >= 0;
			match[i].rm_so = known ? (regoff_t)(m.best[2 * i] + base) : -1;
			match[i].rm_eo = known ? (regoff_t)(m.best[2 * i + 1] + base) : -1;
		}
	done(&m);
	return found ? 0 : REG_NOMATCH;
}

reg_syntax_t re_syntax_options;

reg_syntax_t re_set_syntax(reg_syntax_t syntax)
{
	reg_syntax_t old = re_syntax_options;
	re_syntax_options = syntax;
	return old;
}

/* Of the syntax only what the parser knows counts: basic or extended, case,
   and whether a line's end is special. */
const char *re_compile_pattern(const char *pattern, size_t n, struct re_pattern_buffer *re)
{
	reg_syntax_t syntax = re_syntax_options;
	int err, flags = syntax & RE_NO_BK_PARENS ? REG_EXTENDED : syntax & RE_BK_PLUS_QM ? 0 : R_PLAIN_PLUS;
	if (syntax & RE_ICASE)
		flags |= REG_ICASE;
	if (!(syntax & RE_DOT_NEWLINE))
		flags |= R_DOT_LINE;
	if (syntax & RE_BACKSLASH_ESCAPE_IN_LISTS)
		flags |= R_LIST_ESCAPE;
	if (syntax & RE_HAT_LISTS_NOT_NEWLINE)
		flags |= R_LIST_LINE;
	char *text = malloc(n + 1);
	memcpy(text, pattern, n);
	text[n] = 0;
	struct program *g = __libc_regcompile(text, flags, re->translate, &err);
	free(text);
	free(re->buffer);
	re->buffer = g;
	re->syntax = syntax;
	re->newline_anchor = 1;
	re->no_sub = (syntax & RE_NO_SUB) != 0;
	re->not_bol = re->not_eol = 0;
	re->re_nsub = g ? g->groups - 1 : 0;
	return err ? __libc_regmessage(err) : 0;
}

int re_compile_fastmap(struct re_pattern_buffer *re)
{
	return 0;
}

void re_set_registers(struct re_pattern_buffer *re, struct re_registers *regs, size_t n, regoff_t *start, regoff_t *end)
{
	re->regs_allocated = n ? REGS_REALLOCATE : REGS_UNALLOCATED;
	regs->num_regs = n;
	regs->start = n ? start : 0;
	regs->end = n ? end : 0;
}

static void set_registers(const struct matcher *m, struct re_pattern_buffer *re, struct re_registers *regs)
{
	size_t need = m->prog->groups + 1;
	if (re->regs_allocated == REGS_UNALLOCATED) {
		regs->start = malloc(need * sizeof *regs->start);
		regs->end = malloc(need * sizeof *regs->end);
		regs->num_regs = need;
		re->regs_allocated = REGS_REALLOCATE;
	} else if (re->regs_allocated == REGS_REALLOCATE && regs->num_regs < need) {
		regs->start = realloc(regs->start, need * sizeof *regs->start);
		regs->end = realloc(regs->end, need * sizeof *regs->end);
		regs->num_regs = need;
	}
	for (size_t i = 0; i < regs->num_regs; i++) {
		int known = i < (size_t)m->prog->groups && m->best[2 * i + 1] >= 0;
		regs->start[i] = known ? (regoff_t)m->best[2 * i] : -1;
		regs->end[i] = known ? (regoff_t)m->best[2 * i + 1] : -1;
	}
}

/* Where the first match begins among the starts from start to start+range, in
   that order, or -1; its length goes to *length. */
static regoff_t look(struct re_pattern_buffer *re, const char *text, regoff_t n, regoff_t start, regoff_t range,
                     struct re_registers *regs, regoff_t *length)
{
	unsigned char *copy = 0;
	struct matcher m = {.text = (const unsigned char *)text, .n = n};
	if (start < 0 || start > n)
		return -1;
	m.flags = (re->not_bol ? REG_NOTBOL : 0) | (re->not_eol ? REG_NOTEOL : 0);
	if (re->translate) {
		copy = malloc(n + 1);
		for (regoff_t i = 0; i < n; i++)
			copy[i] = re->translate[(unsigned char)text[i]];
		m.text = copy;
	}
	begin(&m, re);
	regoff_t at = start, last = start + range, step = range < 0 ? -1 : 1, found = -1;
	last = last < 0 ? 0 : last > n ? n : last;
	for (;; at += step) {
		if (match_at(&m, at)) {
			found = at;
			break;
		}
		if (at == last)
			break;
	}
	if (found >= 0) {
		*length = (regoff_t)m.best[1] - found;
		if (regs && !re->no_sub)
			set_registers(&m, re, regs);
	}
	done(&m);
	free(copy);
	return found;
}

regoff_t re_match(struct re_pattern_buffer *re, const char *text, regoff_t n, regoff_t start, struct re_registers *regs)
{
	regoff_t length;
	return look(re, text, n, start, 0, regs, &length) < 0 ? -1 : length;
}

regoff_t re_search(struct re_pattern_buffer *re, const char *text, regoff_t n, regoff_t start, regoff_t range,
                   struct re_registers *regs)
{
	regoff_t length;
	return look(re, text, n, start, range, regs, &length);
}
