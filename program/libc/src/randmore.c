/* rand_r, the 48-bit generators, and arc4random without secrets. */
#include <stdlib.h>
#include <string.h>

int rand_r(unsigned int *seed)
{
	unsigned int x = *seed, result = 0;
	for (int i = 0; i < 3; i++) {
		x = x * 1103515245 + 12345;
		unsigned int part = i == 0 ? x / 65536 % 2048 : x / 65536 % 1024;
		result = i == 0 ? part : result << 10 ^ part;
	}
	*seed = x;
	return (int)result;
}

static unsigned short state[3], multiplier[3] = {0xe66d, 0xdeec, 5}, addend = 11;

static unsigned long join(const unsigned short x[3])
{
	return (unsigned long)x[2] << 32 | (unsigned long)x[1] << 16 | x[0];
}

static unsigned long step(unsigned short x[3])
{
	unsigned long v = join(x) * join(multiplier) + addend & 0xffffffffffffUL;
	x[0] = (unsigned short)v;
	x[1] = (unsigned short)(v >> 16);
	x[2] = (unsigned short)(v >> 32);
	return v;
}

double erand48(unsigned short x[3])
{
	return (double)step(x) / 281474976710656.0;
}

long nrand48(unsigned short x[3])
{
	return (long)(step(x) >> 17);
}

long jrand48(unsigned short x[3])
{
	return (int)(step(x) >> 16);
}

double drand48(void)
{
	return erand48(state);
}

long lrand48(void)
{
	return nrand48(state);
}

long mrand48(void)
{
	return jrand48(state);
}

static void standard(void)
{
	multiplier[0] = 0xe66d;
	multiplier[1] = 0xdeec;
	multiplier[2] = 5;
	addend = 11;
}

void srand48(long seed)
{
	state[0] = 0x330e;
	state[1] = (unsigned short)seed;
	state[2] = (unsigned short)(seed >> 16);
	standard();
}

unsigned short *seed48(unsigned short x[3])
{
	static unsigned short old[3];
	memcpy(old, state, sizeof old);
	memcpy(state, x, sizeof state);
	standard();
	return old;
}

void lcong48(unsigned short p[7])
{
	memcpy(state, p, sizeof state);
	memcpy(multiplier, p + 3, sizeof multiplier);
	addend = p[6];
}

/* Deterministic by intent: a run must be repeatable. */
unsigned int arc4random(void)
{
	static unsigned short x[3] = {1, 2, 3};
	return (unsigned int)jrand48(x);
}

unsigned int arc4random_uniform(unsigned int bound)
{
	return bound ? arc4random() % bound : 0;
}

void arc4random_buf(void *buf, size_t n)
{
	for (unsigned char *p = buf; n; n--)
		*p++ = (unsigned char)(arc4random() >> 8);
}
