/* Integer loop nests: matrix product, sieve, dynamic programming. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 160
#define LIMIT 2000000
#define LEN 3000

static int a[N][N], b[N][N], c[N][N];
static char composite[LIMIT + 1];
static int row[2][LEN + 1];

static unsigned multiply(void)
{
	unsigned sum = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			a[i][j] = i * 7 + j * 3;
			b[i][j] = i ^ j;
		}
	for (int round = 0; round < 8; round++) {
		for (int i = 0; i < N; i++)
			for (int j = 0; j < N; j++) {
				unsigned s = round;
				for (int k = 0; k < N; k++)
					s += (unsigned)a[i][k] * b[k][j];
				c[i][j] = s & 0xFFFF;
			}
		sum = sum * 31 + c[round][N - 1 - round];
	}
	return sum;
}

static int sieve(void)
{
	int count = 0;
	for (int n = 2; n <= LIMIT; n++) {
		if (composite[n])
			continue;
		count++;
		for (long m = (long)n * n; m <= LIMIT; m += n)
			composite[m] = 1;
	}
	return count;
}

static int subsequence(void)
{
	unsigned x = 1;
	static unsigned char s[LEN], t[LEN];
	for (int i = 0; i < LEN; i++) {
		x = x * 1103515245 + 12345;
		s[i] = x >> 16 & 7;
		x = x * 1103515245 + 12345;
		t[i] = x >> 16 & 7;
	}
	for (int i = 1; i <= LEN; i++) {
		int *prev = row[(i - 1) & 1], *cur = row[i & 1];
		for (int j = 1; j <= LEN; j++)
			if (s[i - 1] == t[j - 1])
				cur[j] = prev[j - 1] + 1;
			else
				cur[j] = cur[j - 1] > prev[j] ? cur[j - 1] : prev[j];
	}
	return row[LEN & 1][LEN];
}

int main(int argc, char **argv)
{
	unsigned m = 0;
	int primes = 0, common = 0;
	for (int rounds = argc > 1 ? atoi(argv[1]) : 1; rounds > 0; rounds--) {
		m += multiply();
		memset(composite, 0, sizeof composite);
		primes += sieve();
		for (int i = 0; i < 12; i++)
			common += subsequence();
	}
	printf("%u %d %d\n", m, primes, common);
	return 0;
}
