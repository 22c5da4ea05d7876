// Built-in functions, attributes, barriers.
#include <stdio.h>
#include <string.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <stddef.h>
#include <setjmp.h>
static int sum(int n, ...) { va_list ap, aq; __builtin_va_start(ap, n); __builtin_va_copy(aq, ap);
	int s = 0; while (n--) s += __builtin_va_arg(ap, int); s += va_arg(aq, int) * 100; __builtin_va_end(ap);
	va_end(aq); return s; }
static double mixed(const char *f, ...) { va_list ap; va_start(ap, f); double s = 0;
	for (; *f; f++) switch (*f) { case 'i': s += va_arg(ap, int); break; case 'd': s += va_arg(ap, double);
	break; case 'l': s += va_arg(ap, long); break; case 'L': s += va_arg(ap, long double); break;
	case 's': { struct { int a; double b; } v; typedef struct { long a, b, c; } big; big t = va_arg(ap, big);
	s += t.c; (void)v; break; } case 'p': s += *va_arg(ap, int *); } va_end(ap); return s; }
typedef struct { long a, b, c; } big;
static inline __attribute__((always_inline)) int hot(int x) { return __builtin_expect(x > 0, 1) ? 1 : 0; }
__attribute__((noinline, cold)) static int cold(void) { return 7; }
static int pure(int) __attribute__((pure, warn_unused_result, nonnull));
	static int pure(int x) { return x + 1; }
static void __attribute__((constructor)) before(void) { printf("before\n");
	} static void __attribute__((destructor)) after(void) { printf("after\n"); }
extern int aliased(int) __attribute__((alias("target"))); int target(int x) { return x * 2;
	} extern int weakly(void) __attribute__((weak));
static int unused __attribute__((unused, section(".data"))); 
static jmp_buf jb;
int main(void)
{
	printf("%d %d %d %d %d %d\n", __builtin_popcount(0xff0), __builtin_popcountl(-1L),
		__builtin_popcountll(7ULL << 40), __builtin_parity(7), __builtin_ffs(8),
		__builtin_ffsll(0)); printf("%d %d %d %d\n", __builtin_clz(1), __builtin_clzl(1), __builtin_ctz(8),
		__builtin_ctzll(1ULL << 50)); printf("%x %x %llx\n", __builtin_bswap16(0x1234),
		__builtin_bswap32(0x12345678), (long long)__builtin_bswap64(0x123456789abcdef0)); printf("%d %d\n",
		__builtin_clrsb(0), __builtin_clrsbl(-1));
	int r; long lr; unsigned ur; int o = __builtin_add_overflow(2147483647, 1, &r); printf("%d %d ", o, r);
	o = __builtin_sub_overflow(3, 5, &ur); printf("%d %d ", o, ur);
	o = __builtin_mul_overflow(1L << 62, 2, &lr); printf("%d %ld ", o, lr); unsigned char uc;
	o = __builtin_add_overflow(200, 100, &uc); printf("%d %d ", o, uc); o = __builtin_sadd_overflow(1, 2, &r);
	printf("%d %d ", o, r); printf("%d\n", __builtin_mul_overflow_p(1 << 20, 1 << 20, (int)0));
	printf("%d %d %d\n", __builtin_constant_p(5), __builtin_constant_p(r),
		__builtin_types_compatible_p(int, signed)); printf("%d\n",
		__builtin_choose_expr(1, 4, "x")); printf("%zu\n", __builtin_offsetof(big, c)); printf("%d %d\n",
		__builtin_strcmp("a", "b") < 0, (int)__builtin_strlen("abc")); char b[20]; __builtin_memcpy(b, "hello",
		6); __builtin_memset(b + 1, 'x', 2); printf("%s %d\n", b,
		__builtin_memcmp(b, "hxxlo", 5)); printf("%d %d\n", __builtin_abs(-4),
		(int)__builtin_labs(-5L)); printf("%g %g %d %d %d\n", __builtin_inf(), __builtin_huge_val(),
		__builtin_isnan(__builtin_nan("")), __builtin_isinf(__builtin_inff()),
		__builtin_signbit(-0.0) != 0); printf("%g %g %g\n", __builtin_fabs(-2.5), __builtin_floor(2.5),
		__builtin_sqrt(9)); printf("%d %d\n", __builtin_isgreater(2.0, 1.0),
		__builtin_isunordered(1.0, 0.0 / 0)); printf("%s\n", __builtin_strchr("abc", 'b')); 
	printf("%d %g\n", sum(3, 1, 2, 3), mixed("idlLsp", 1, 2.5, 3L, 4.25L, (big){ 1, 2, 3 }, &(int){ 9 }));
	printf("%d %d %d %d %d\n", hot(3), cold(), pure(2), aliased(4), weakly ? 1 : 0);
	void *al = __builtin_alloca(16); memset(al, 1, 16); printf("%d\n", ((char *)al)[15]);
	printf("%s %s\n", __func__, __FUNCTION__); printf("%s\n", __PRETTY_FUNCTION__); int v = 5;
	o = __sync_fetch_and_add(&v, 2); printf("%d %d ", o, v); o = __sync_bool_compare_and_swap(&v, 7, 9);
	printf("%d %d ", o, v); o = __atomic_load_n(&v, __ATOMIC_SEQ_CST);
	printf("%d %d ", o, __atomic_exchange_n(&v, 1, __ATOMIC_ACQ_REL)); int ex = 1;
	o = __atomic_compare_exchange_n(&v, &ex, 4, 0, 5, 5); printf("%d %d\n", o, __atomic_add_fetch(&v, 3, 5));
	__sync_synchronize(); __atomic_thread_fence(5); __builtin_prefetch(&v); __builtin_assume_aligned(&v, 4);
	int volatile n = 0; if (setjmp(jb) < 3) { n++; longjmp(jb, n); } printf("%d\n", n);
	__asm__ volatile("" ::: "memory"); asm("" : "+r"(v)); int out; __asm__("" : "=r"(out) : "0"(v));
	printf("%d %d\n", v, out); asm volatile("# comment" : : "r"(v) : "cc");
	__asm__ __volatile__ ("" : "=m"(v) : "m"(v)); puts("asm name");
	printf("%d\n", __builtin_expect_with_probability(v, 1, .9)); if (v == 12345) __builtin_trap();
	if (v == 12346) __builtin_unreachable(); __builtin_printf("%d %s\n", __COUNTER__, "base");
	printf("%d %d\n", __COUNTER__, 0); printf("%d\n", __builtin_classify_type(1.0));
	char *dup = __builtin_strdup("dup"); puts(dup); __builtin_free(dup);
	printf("%.1f\n", __builtin_fmax(1, 2)); printf("%d\n", __builtin_bcmp("a", "a", 1));
	printf("%d\n", __builtin_toupper('a')); printf("%d %d\n", __builtin_isdigit('5') != 0, __builtin_ffsl(4)); 
	return 0;
}
