/* The matcher: explores the program's alternatives in order and keeps the
   longest match. A place of the program is visited once per place of the
   text, since a second visit can only repeat the first; expressions with back
   references do without that bound. Among equally long matches the first is
   taken, which for groups is the greedy choice. */
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

int regexec(const regex_t *re, const char *text, size_t nmatch, regmatch_t match[], int flags)
{
	const struct program *g = re->__program;
	long base = flags & REG_STARTEND ? match[0].rm_so : 0;
	struct matcher m = {.prog = g, .text = (const unsigned char *)text + base, .flags = flags};
	m.n = flags & REG_STARTEND ? match[0].rm_eo - base : (long)strlen(text);
	m.newline = re->__flags & REG_NEWLINE;
	m.icase = re->__flags & REG_ICASE;
	m.nslots = 2 * g->groups + g->marks;
	m.slots = malloc(2 * m.nslots * sizeof *m.slots);
	m.best = m.slots + m.nslots;
	if (!g->backrefs)
		m.visited = calloc(g->n * (m.n + 1) / 8 + 1, 1);
	int found = 0;
	for (long start = 0; !found && start <= m.n; start++)
		found = match_at(&m, start);
	if (found && !(re->__flags & REG_NOSUB))
		for (size_t i = 0; i < nmatch; i++) {
			int known = i < (size_t)g->groups && m.best[2 * i + 1] >= 0;
			match[i].rm_so = known ? (regoff_t)(m.best[2 * i] + base) : -1;
			match[i].rm_eo = known ? (regoff_t)(m.best[2 * i + 1] + base) : -1;
		}
	free(m.slots);
	free(m.visited);
	free(m.jobs);
	return found ? 0 : REG_NOMATCH;
}
