/* Integer arithmetic at every width, conversions, shifts, division. */
#include <stdio.h>
#include <limits.h>

static unsigned long acc = 14695981039346656037ul;
static void mix(unsigned long v) { acc = (acc ^ v) * 1099511628211ul; }

#define OPS(T, a, b) do { \
	T x = (T)(a), y = (T)(b); \
	mix((T)(x + y)); mix((T)(x - y)); mix((T)(x * y)); mix((T)(x & y)); mix((T)(x | y)); mix((T)(x ^ y)); \
	mix((T)~x); mix((T)-x); mix(x < y); mix(x <= y); mix(x == y); mix(x != y); mix(x > y); mix(x >= y); \
	if (y != 0) { mix((T)(x / y)); mix((T)(x % y)); } \
	mix((T)(x << 3)); mix((T)(x >> 3)); mix((T)(x >> (y & 7))); \
} while (0)

static const unsigned long values[] = {0, 1, 2, 3, 7, 100, 127, 128, 255, 256, 32767, 32768, 65535, 65536,
	2147483647, 2147483648u, 4294967295u, 4294967296, 1234567890123, 0x7ffffffffffffffful / 16};

int main(void)
{
	int n = sizeof values / sizeof *values;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			unsigned long a = values[i], b = values[j];
			OPS(unsigned char, a, b);
			OPS(unsigned short, a & 0x7fff, b);
			OPS(unsigned, a, b);
			OPS(unsigned long, a, b);
			OPS(signed char, a & 127, b & 127);
			OPS(short, a & 1023, b & 31);
			OPS(int, a & 0xffff, b & 0x7fff);
			OPS(long, a & 0xffffffff, b & 0x7fffffff);
		}
	printf("%lx\n", acc);
	int m = -17;
	printf("%d %d %d %d %d\n", m / 5, m % 5, m >> 2, -m / 5, (int)((unsigned)m >> 28));
	printf("%d %u %ld %lu\n", INT_MIN, UINT_MAX, LONG_MIN, ULONG_MAX);
	signed char c = -3;
	unsigned char u = 250;
	printf("%d %d %u %lu\n", c, u, (unsigned)c, (unsigned long)c);
	printf("%d %d\n", (signed char)200, (short)70000);
	for (int s = 0; s < 64; s += 9)
		printf("%lx %lx %x\n", 1ul << s, 0xfedcba9876543210ul >> s, s < 32 ? 0x80000000u >> s : 0);
	_Bool t = 5, f = 0.0, g = 0.5;
	printf("%d %d %d %d\n", t, f, g, t + t);
	return 0;
}
