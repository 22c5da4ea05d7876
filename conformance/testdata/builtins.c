#include <stdio.h>
#include <limits.h>
static unsigned u[] = { 1, 0x80000000u, 0xff00, 12345678, UINT_MAX };
static unsigned long ul[] = { 1, 1ul << 63, 0xff00ff00ff00, ULONG_MAX };
int main(void) {
  for (int i = 0; i < 5; i++) printf("%d %d %d %d %d %x\n", __builtin_clz(u[i]), __builtin_ctz(u[i]), __builtin_popcount(u[i]), __builtin_parity(u[i]), __builtin_ffs(u[i]), __builtin_bswap32(u[i]));
  for (int i = 0; i < 4; i++) printf("%d %d %d %d %d %lx\n", __builtin_clzl(ul[i]), __builtin_ctzll(ul[i]), __builtin_popcountl(ul[i]), __builtin_parityll(ul[i]), __builtin_ffsl(ul[i]), __builtin_bswap64(ul[i]));
  printf("%d %d %x\n", __builtin_ffs(0), __builtin_clrsb(-1), __builtin_bswap16(0x1234)); printf("%d %ld\n", __builtin_abs(-3), __builtin_labs(-4L));
  int a, o1; unsigned b; long c; short s; int o; 
  o = __builtin_add_overflow(INT_MAX, 1, &a); printf("%d %d\n", o, a); o = __builtin_sub_overflow(0u, 1u, &b); printf("%d %u\n", o, b); o = __builtin_mul_overflow(LONG_MAX, 2L, &c); printf("%d %ld\n", o, c);
  o = __builtin_add_overflow(30000, 10000, &s); printf("%d %d\n", o, s); o = __builtin_mul_overflow(-1, 5u, &b); printf("%d %u\n", o, b); o = __builtin_smul_overflow(65536, 65536, &a); printf("%d %d\n", o, a); unsigned long r; o = __builtin_umull_overflow(1ul << 40, 1ul << 30, &r); printf("%d %lu\n", o, r);
  double n = __builtin_nan(""), inf = __builtin_inf(); printf("%d %d %d %d %d %d\n", __builtin_isnan(n) != 0, __builtin_isinf(-inf) != 0, __builtin_isfinite(1.0) != 0, __builtin_isnormal(1e-310) != 0, __builtin_signbit(-0.0) != 0, __builtin_isinf_sign(-inf));
  printf("%d %d %d %d\n", __builtin_isgreater(1.0, n), __builtin_isless(1.0, 2.0), __builtin_isunordered(n, 1.0), __builtin_islessgreater(2.0, 1.0)); printf("%g %g %g\n", __builtin_fabs(-2.5), __builtin_copysign(3.0, -0.0), (double)__builtin_fabsf(-1.5f)); printf("%d %d\n", __builtin_fpclassify(0, 1, 2, 3, 4, 1e-310), __builtin_fpclassify(0, 1, 2, 3, 4, n));
  int at = 5, ex = 5; printf("%d", __sync_fetch_and_add(&at, 3)); printf(" %d", __sync_add_and_fetch(&at, 1)); printf(" %d", __sync_bool_compare_and_swap(&at, 9, 20)); printf(" %d", __sync_val_compare_and_swap(&at, 1, 2)); printf(" %d", __sync_lock_test_and_set(&at, 4)); printf(" %d\n", at);
  printf("%d", __atomic_load_n(&at, 5)); __atomic_store_n(&at, 5, 5); printf(" %d", __atomic_exchange_n(&at, 7, 5)); o1 = __atomic_compare_exchange_n(&at, &ex, 8, 0, 5, 5); printf(" %d %d %d", o1, ex, at); printf(" %d %d\n", __atomic_fetch_or(&at, 8, 5), __atomic_nand_fetch(&at, 5, 5));
  printf("%d %d %d\n", __builtin_constant_p(3), __builtin_choose_expr(1, 5, 6), __builtin_types_compatible_p(int, long)); printf("%zu %d\n", __builtin_offsetof(struct { char a; int b[3]; }, b[1]), __builtin_expect(at, 1) != 0); char *p = __builtin_alloca(10); __builtin_memset(p, 'x', 9); p[9] = 0; printf("%s %zu\n", p, __builtin_strlen(p));
  return 0;
}
