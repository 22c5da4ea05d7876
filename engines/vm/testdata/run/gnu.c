#include <stdio.h>
#include <stddef.h>
typedef int qi __attribute__((mode(QI)));
typedef unsigned int hi __attribute__((__mode__(__HI__)));
typedef int di __attribute__((mode(DI), unused));
typedef unsigned int ti __attribute__((mode(TI)));
typedef float df __attribute__((mode(DF)));
typedef int word __attribute__((mode(word)));
struct modes { int a __attribute__((mode(HI))); unsigned b __attribute__((mode(byte))); };
int tentative[];
struct s { int x, y; } later[];
enum { ZERO, TWO = 2, CHOICE = ZERO ?: 7 };
static int chosen = 3 ?: 4, other = (ZERO) ?: TWO + 1;
extern inline int twice(int x) { return 2 * x; }
int thrice(int);
inline int thrice(int x) { return 3 * x; }
static void barrier(void)
{
	__asm__ inline ("" ::: "memory");
	asm inline ("nop");
	asm volatile ("rep; nop" ::: "memory");
	__asm__ __volatile__ ("pause\n\tmfence");
	asm volatile goto ("" : : : : l);
l:;
}

static int walk(const char *steps)
{
	static const int at[] = {&&a - &&a, &&b - &&a, &&end - &&a};
	int n = 0;
	goto *(&&a + at[*steps++ - '0']);
a:
	n += 1;
	goto *(&&a + at[*steps++ - '0']);
b:
	n += 10;
	goto *(&&a + at[*steps++ - '0']);
end:
	return n;
}

int main(void)
{
	qi a = (qi)300; hi b = (hi)70000; di c = (di)1 << 40;
	printf("%zu %zu %zu %zu %zu %zu %zu\n", sizeof(qi), sizeof(hi), sizeof(di), sizeof(ti), sizeof(df), sizeof(word), sizeof(struct modes));
	printf("%d %u %ld\n", a, b, (long)c);
	int ints[3] = {7, 8, 9};
	__typeof__(int *) p = ints;
	__typeof__(struct s) rec = {1, 2};
	__typeof__(int (*)(int)) f = twice;
	typeof(int[2]) pair = {5, 6};
	typeof(struct s *) q = &rec;
	typeof(hi) again = 9;
	const typeof(*p) copy = *p;
	printf("%d %d %d %d %d %d %d\n", *p, rec.y, f(4) + thrice(2), pair[1], q->x, again, copy);
	char x; double *d;
	printf("%zu %zu %zu %zu\n", _Alignof x, __alignof__(copy), __alignof__ *d, __alignof__ ints[1]);
	int range[] = {[2 ... 2] = 5}, old[10] = {[3] 7, [5] 8}, both[] = {[0 ... 1] = 1, [2 ... 3] 2};
	struct s named = {y: 4, x: 3};
	printf("%d %d %d %d %d %d %d\n", range[2], old[3], old[5], named.x, named.y, both[1], both[3]);
	tentative[0] = 5;
	printf("%d %d %d %d %d %d\n", tentative[0], later[0].x, CHOICE, chosen, other, 0 ?: -1);
	_Float32x wide = 1.25; _Float32 narrow = 1.5f32; _Float64 plain = 2.5f64;
	printf("%g\n", (double)(narrow + wide) + plain);
	printf("%d\n", walk("0101012"));
	barrier();
	return offsetof(struct modes, b);
}
