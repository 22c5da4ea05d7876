/* Computes on long double and __int128 as gcc does. Reads lines
   "op sig1 se1 sig2 se2" (hexadecimal) and prints the result of each. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long double make(uint64_t sig, unsigned se) {
	long double x = 0;
	unsigned short e = se;
	memcpy(&x, &sig, 8);
	memcpy((char *)&x + 8, &e, 2);
	return x;
}

static void show(long double x) {
	uint64_t sig;
	unsigned short se;
	memcpy(&sig, &x, 8);
	memcpy(&se, (char *)&x + 8, 2);
	printf("%" PRIx64 " %x\n", sig, se);
}

static void show128(unsigned __int128 x) {
	printf("%" PRIx64 " %" PRIx64 "\n", (uint64_t)x, (uint64_t)(x >> 64));
}

int main(void) {
	char op[32];
	uint64_t s1, s2;
	uint64_t e1, e2;
	while (scanf("%31s %" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64, op, &s1, &e1, &s2, &e2) == 5) {
		long double a = make(s1, e1), b = make(s2, e2);
		unsigned __int128 x = (unsigned __int128)e1 << 64 | s1, y = (unsigned __int128)e2 << 64 | s2;
		if (!strcmp(op, "add")) show(a + b);
		else if (!strcmp(op, "sub")) show(a - b);
		else if (!strcmp(op, "mul")) show(a * b);
		else if (!strcmp(op, "div")) show(a / b);
		else if (!strcmp(op, "sqrt")) show(sqrtl(a));
		else if (!strcmp(op, "floor")) show(floorl(a));
		else if (!strcmp(op, "ceil")) show(ceill(a));
		else if (!strcmp(op, "round")) show(roundl(a));
		else if (!strcmp(op, "rint")) show(rintl(a));
		else if (!strcmp(op, "next")) show(nextafterl(a, b));
		else if (!strcmp(op, "cmp")) printf("%d%d%d\n", a < b, a <= b, a == b);
		else if (!strcmp(op, "todouble")) { double d = a; uint64_t u; memcpy(&u, &d, 8); printf("%" PRIx64 "\n", u); }
		else if (!strcmp(op, "tofloat")) { float d = a; unsigned u; memcpy(&u, &d, 4); printf("%x\n", u); }
		else if (!strcmp(op, "toint")) printf("%" PRIx64 "\n", (uint64_t)(int64_t)a);
		else if (!strcmp(op, "fromdouble")) { double d; memcpy(&d, &s1, 8); show(d); }
		else if (!strcmp(op, "fromint")) show((int64_t)s1);
		else if (!strcmp(op, "fromuint")) show(s1);
		else if (!strcmp(op, "mul128")) show128(x * y);
		else if (!strcmp(op, "udiv128")) show128(x / y);
		else if (!strcmp(op, "urem128")) show128(x % y);
		else if (!strcmp(op, "sdiv128")) show128((__int128)x / (__int128)y);
		else if (!strcmp(op, "srem128")) show128((__int128)x % (__int128)y);
		else if (!strcmp(op, "ld128")) show((__int128)x);
		else if (op[0] == '%') printf(op, (int)e2, a), putchar('\n');
		else if (op[0] == '$') { double d; memcpy(&d, &s1, 8); op[0] = '%'; printf(op, (int)e2, d); putchar('\n'); }
		else return 3;
	}
	return 0;
}
