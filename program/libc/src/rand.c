/* random: the additive feedback generator with the polynomial x^31 + x^3 + 1
   (glibc's TYPE_3) by default, seeded by the minimal standard generator; the
   smaller and larger polynomials through initstate. */
#include <stdlib.h>
#include <errno.h>
#include <string.h>

struct state {
	int degree, separation; /* degree 0: linear congruential */
	int front;              /* index of the next term to change */
	int r[63];
};

static struct state initial, *current = &initial;
static int seeded;

static void seed(struct state *s, unsigned int x)
{
	long word = x ? (int)x : 1;
	s->r[0] = (int)word;
	for (int i = 1; i < s->degree; i++) {
		word = 16807 * (word % 127773) - 2836 * (word / 127773);
		if (word < 0)
			word += 2147483647;
		s->r[i] = (int)word;
	}
	s->front = s->separation;
}

static int next(struct state *s)
{
	if (!s->degree)
		return s->r[0] = (int)(((unsigned)s->r[0] * 1103515245U + 12345U) & 0x7fffffff);
	int rear = s->front - s->separation;
	if (rear < 0)
		rear += s->degree;
	unsigned v = (unsigned)s->r[s->front] + (unsigned)s->r[rear];
	s->r[s->front] = (int)v;
	if (++s->front == s->degree)
		s->front = 0;
	return (int)(v >> 1);
}

static void start(struct state *s, unsigned int x)
{
	seed(s, x);
	for (int i = 0; i < 10 * s->degree; i++)
		next(s);
}

void srandom(unsigned int x)
{
	if (!current->degree && current == &initial) {
		initial.degree = 31;
		initial.separation = 3;
	}
	seeded = 1;
	start(current, x);
}

long random(void)
{
	if (!seeded)
		srandom(1);
	return next(current);
}

int rand(void)
{
	if (!seeded)
		srandom(1);
	return next(current);
}

void srand(unsigned int x)
{
	srandom(x);
}

/* States given by the caller are remembered by address: the caller's bytes
   only mark the place. */
static struct {
	char *place;
	struct state s;
} known[8];

static struct state *state_at(char *place)
{
	for (int i = 0; i < 8; i++)
		if (known[i].place == place || !known[i].place) {
			known[i].place = place;
			return &known[i].s;
		}
	return 0;
}

static char *current_place(void)
{
	static char first[128];
	for (int i = 0; i < 8; i++)
		if (&known[i].s == current)
			return known[i].place;
	return first;
}

char *initstate(unsigned int x, char *place, size_t size)
{
	static const struct { size_t size; int degree, separation; } kinds[] = {
		{256, 63, 1}, {128, 31, 3}, {64, 15, 1}, {32, 7, 3}, {8, 0, 0},
	};
	char *old = current_place();
	int k = 0;
	while (k < 5 && size < kinds[k].size)
		k++;
	struct state *s = k < 5 ? state_at(place) : 0;
	if (!s) {
		errno = EINVAL;
		return 0;
	}
	s->degree = kinds[k].degree;
	s->separation = kinds[k].separation;
	current = s;
	seeded = 1;
	start(s, x);
	return old;
}

char *setstate(char *place)
{
	char *old = current_place();
	struct state *s = &initial;
	for (int i = 0; i < 8; i++)
		if (known[i].place == place)
			s = &known[i].s;
	current = s;
	return old;
}
