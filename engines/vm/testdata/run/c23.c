// no gcc: it lacks what came with later versions
#include <stdio.h>
#include <stddef.h>
#include <stdint.h>
enum color : unsigned char { RED, GREEN = 200, BLUE };
typedef enum : long { BIG = 1L << 40 } big;
struct s { enum color c; big b; };
constexpr int N = 4;
constexpr double HALF = 0.5;
static int table[N] = { [0] = 1, [N - 1] = 7 };
static_assert(N == 4);
static_assert(sizeof(enum color) == 1, "c");
[[nodiscard]] static int f([[maybe_unused]] int x) { return 3; }
[[noreturn]] void die(void);
thread_local int tl = 5;
struct [[gnu::packed]] p { char c; int i; };
static int g(int, int b) { return b; }
static bool flag = true;
alignas(16) static char buf[3];
int main()
{
	auto x = 1'000'000u;
	auto d = HALF;
	int *q = nullptr;
	typeof_unqual(const int) y = 5;
	const int k = 2;
	typeof(k) *pk = &k;
	typeof(int *) ip = &y;
	typeof(int[3]) arr = {1, 2, 3};
	typeof(x) xx = x;
	unsigned _BitInt(32) bi = 5;
	switch (N) { case N: puts("four"); [[fallthrough]]; default: }
	printf("%u %g %d %d %d %d %u %zu\n", x, d, q == nullptr, y, *pk, *ip, xx, sizeof arr);
	printf("%zu %ld %d %d %d %d\n", sizeof(struct s), (long)BIG, BLUE, table[3], 0b1010'1010, (int)bi);
	printf("%zu %d %d %zu %d\n", sizeof(struct p), tl, flag, alignof(double), f(1));
	enum color c = GREEN; c += 100;
	printf("%d %d %d\n", c, g(1, 2), false);
	{ int N = 9; printf("%d\n", N); }
	printf("%d %zu\n", N, (size_t)((uintptr_t)buf % 16));
	int a[N] = {};
	printf("%d\n", a[2]);
	goto end;
end:
}
