#ifndef _STDBIT_H
#define _STDBIT_H
#include <stdbool.h>
#include <stdint.h>
#define __STDC_VERSION_STDBIT_H__ 202311L
#define __STDC_ENDIAN_LITTLE__ 1234
#define __STDC_ENDIAN_BIG__ 4321
#define __STDC_ENDIAN_NATIVE__ __STDC_ENDIAN_LITTLE__
#define __stdbit_lz(x, n) ((x) ? (unsigned int)__builtin_clzll((unsigned long long)(x)) + (n) - 64 : (n))
#define __stdbit_tz(x, n) ((x) ? (unsigned int)__builtin_ctzll((unsigned long long)(x)) : (n))
static inline unsigned int stdc_leading_zeros_uc(unsigned char x)
{
	return __stdbit_lz(x, 8u);
}
static inline unsigned int stdc_leading_ones_uc(unsigned char x)
{
	return stdc_leading_zeros_uc((unsigned char)~x);
}
static inline unsigned int stdc_trailing_zeros_uc(unsigned char x)
{
	return __stdbit_tz(x, 8u);
}
static inline unsigned int stdc_trailing_ones_uc(unsigned char x)
{
	return stdc_trailing_zeros_uc((unsigned char)~x);
}
static inline unsigned int stdc_first_leading_one_uc(unsigned char x)
{
	return x ? stdc_leading_zeros_uc(x) + 1 : 0;
}
static inline unsigned int stdc_first_leading_zero_uc(unsigned char x)
{
	return stdc_first_leading_one_uc((unsigned char)~x);
}
static inline unsigned int stdc_first_trailing_one_uc(unsigned char x)
{
	return x ? stdc_trailing_zeros_uc(x) + 1 : 0;
}
static inline unsigned int stdc_first_trailing_zero_uc(unsigned char x)
{
	return stdc_first_trailing_one_uc((unsigned char)~x);
}
static inline unsigned int stdc_count_ones_uc(unsigned char x)
{
	return (unsigned int)__builtin_popcountll(x);
}
static inline unsigned int stdc_count_zeros_uc(unsigned char x)
{
	return 8u - stdc_count_ones_uc(x);
}
static inline _Bool stdc_has_single_bit_uc(unsigned char x)
{
	return x && !(x & (x - 1));
}
static inline unsigned int stdc_bit_width_uc(unsigned char x)
{
	return 8u - stdc_leading_zeros_uc(x);
}
static inline unsigned char stdc_bit_floor_uc(unsigned char x)
{
	return x ? (unsigned char)((unsigned char)1 << (stdc_bit_width_uc(x) - 1)) : 0;
}
static inline unsigned char stdc_bit_ceil_uc(unsigned char x)
{
	return x <= 1 ? 1 : stdc_bit_width_uc((unsigned char)(x - 1)) == 8u ? 0 : (unsigned char)((unsigned char)1 << stdc_bit_width_uc((unsigned char)(x - 1)));
}
static inline unsigned int stdc_leading_zeros_us(unsigned short x)
{
	return __stdbit_lz(x, 16u);
}
static inline unsigned int stdc_leading_ones_us(unsigned short x)
{
	return stdc_leading_zeros_us((unsigned short)~x);
}
static inline unsigned int stdc_trailing_zeros_us(unsigned short x)
{
	return __stdbit_tz(x, 16u);
}
static inline unsigned int stdc_trailing_ones_us(unsigned short x)
{
	return stdc_trailing_zeros_us((unsigned short)~x);
}
static inline unsigned int stdc_first_leading_one_us(unsigned short x)
{
	return x ? stdc_leading_zeros_us(x) + 1 : 0;
}
static inline unsigned int stdc_first_leading_zero_us(unsigned short x)
{
	return stdc_first_leading_one_us((unsigned short)~x);
}
static inline unsigned int stdc_first_trailing_one_us(unsigned short x)
{
	return x ? stdc_trailing_zeros_us(x) + 1 : 0;
}
static inline unsigned int stdc_first_trailing_zero_us(unsigned short x)
{
	return stdc_first_trailing_one_us((unsigned short)~x);
}
static inline unsigned int stdc_count_ones_us(unsigned short x)
{
	return (unsigned int)__builtin_popcountll(x);
}
static inline unsigned int stdc_count_zeros_us(unsigned short x)
{
	return 16u - stdc_count_ones_us(x);
}
static inline _Bool stdc_has_single_bit_us(unsigned short x)
{
	return x && !(x & (x - 1));
}
static inline unsigned int stdc_bit_width_us(unsigned short x)
{
	return 16u - stdc_leading_zeros_us(x);
}
static inline unsigned short stdc_bit_floor_us(unsigned short x)
{
	return x ? (unsigned short)((unsigned short)1 << (stdc_bit_width_us(x) - 1)) : 0;
}
static inline unsigned short stdc_bit_ceil_us(unsigned short x)
{
	return x <= 1 ? 1 : stdc_bit_width_us((unsigned short)(x - 1)) == 16u ? 0 : (unsigned short)((unsigned short)1 << stdc_bit_width_us((unsigned short)(x - 1)));
}
static inline unsigned int stdc_leading_zeros_ui(unsigned int x)
{
	return __stdbit_lz(x, 32u);
}
static inline unsigned int stdc_leading_ones_ui(unsigned int x)
{
	return stdc_leading_zeros_ui((unsigned int)~x);
}
static inline unsigned int stdc_trailing_zeros_ui(unsigned int x)
{
	return __stdbit_tz(x, 32u);
}
static inline unsigned int stdc_trailing_ones_ui(unsigned int x)
{
	return stdc_trailing_zeros_ui((unsigned int)~x);
}
static inline unsigned int stdc_first_leading_one_ui(unsigned int x)
{
	return x ? stdc_leading_zeros_ui(x) + 1 : 0;
}
static inline unsigned int stdc_first_leading_zero_ui(unsigned int x)
{
	return stdc_first_leading_one_ui((unsigned int)~x);
}
static inline unsigned int stdc_first_trailing_one_ui(unsigned int x)
{
	return x ? stdc_trailing_zeros_ui(x) + 1 : 0;
}
static inline unsigned int stdc_first_trailing_zero_ui(unsigned int x)
{
	return stdc_first_trailing_one_ui((unsigned int)~x);
}
static inline unsigned int stdc_count_ones_ui(unsigned int x)
{
	return (unsigned int)__builtin_popcountll(x);
}
static inline unsigned int stdc_count_zeros_ui(unsigned int x)
{
	return 32u - stdc_count_ones_ui(x);
}
static inline _Bool stdc_has_single_bit_ui(unsigned int x)
{
	return x && !(x & (x - 1));
}
static inline unsigned int stdc_bit_width_ui(unsigned int x)
{
	return 32u - stdc_leading_zeros_ui(x);
}
static inline unsigned int stdc_bit_floor_ui(unsigned int x)
{
	return x ? (unsigned int)((unsigned int)1 << (stdc_bit_width_ui(x) - 1)) : 0;
}
static inline unsigned int stdc_bit_ceil_ui(unsigned int x)
{
	return x <= 1 ? 1 : stdc_bit_width_ui((unsigned int)(x - 1)) == 32u ? 0 : (unsigned int)((unsigned int)1 << stdc_bit_width_ui((unsigned int)(x - 1)));
}
static inline unsigned int stdc_leading_zeros_ul(unsigned long x)
{
	return __stdbit_lz(x, 64u);
}
static inline unsigned int stdc_leading_ones_ul(unsigned long x)
{
	return stdc_leading_zeros_ul((unsigned long)~x);
}
static inline unsigned int stdc_trailing_zeros_ul(unsigned long x)
{
	return __stdbit_tz(x, 64u);
}
static inline unsigned int stdc_trailing_ones_ul(unsigned long x)
{
	return stdc_trailing_zeros_ul((unsigned long)~x);
}
static inline unsigned int stdc_first_leading_one_ul(unsigned long x)
{
	return x ? stdc_leading_zeros_ul(x) + 1 : 0;
}
static inline unsigned int stdc_first_leading_zero_ul(unsigned long x)
{
	return stdc_first_leading_one_ul((unsigned long)~x);
}
static inline unsigned int stdc_first_trailing_one_ul(unsigned long x)
{
	return x ? stdc_trailing_zeros_ul(x) + 1 : 0;
}
static inline unsigned int stdc_first_trailing_zero_ul(unsigned long x)
{
	return stdc_first_trailing_one_ul((unsigned long)~x);
}
static inline unsigned int stdc_count_ones_ul(unsigned long x)
{
	return (unsigned int)__builtin_popcountll(x);
}
static inline unsigned int stdc_count_zeros_ul(unsigned long x)
{
	return 64u - stdc_count_ones_ul(x);
}
static inline _Bool stdc_has_single_bit_ul(unsigned long x)
{
	return x && !(x & (x - 1));
}
static inline unsigned int stdc_bit_width_ul(unsigned long x)
{
	return 64u - stdc_leading_zeros_ul(x);
}
static inline unsigned long stdc_bit_floor_ul(unsigned long x)
{
	return x ? (unsigned long)((unsigned long)1 << (stdc_bit_width_ul(x) - 1)) : 0;
}
static inline unsigned long stdc_bit_ceil_ul(unsigned long x)
{
	return x <= 1 ? 1 : stdc_bit_width_ul((unsigned long)(x - 1)) == 64u ? 0 : (unsigned long)((unsigned long)1 << stdc_bit_width_ul((unsigned long)(x - 1)));
}
static inline unsigned int stdc_leading_zeros_ull(unsigned long long x)
{
	return __stdbit_lz(x, 64u);
}
static inline unsigned int stdc_leading_ones_ull(unsigned long long x)
{
	return stdc_leading_zeros_ull((unsigned long long)~x);
}
static inline unsigned int stdc_trailing_zeros_ull(unsigned long long x)
{
	return __stdbit_tz(x, 64u);
}
static inline unsigned int stdc_trailing_ones_ull(unsigned long long x)
{
	return stdc_trailing_zeros_ull((unsigned long long)~x);
}
static inline unsigned int stdc_first_leading_one_ull(unsigned long long x)
{
	return x ? stdc_leading_zeros_ull(x) + 1 : 0;
}
static inline unsigned int stdc_first_leading_zero_ull(unsigned long long x)
{
	return stdc_first_leading_one_ull((unsigned long long)~x);
}
static inline unsigned int stdc_first_trailing_one_ull(unsigned long long x)
{
	return x ? stdc_trailing_zeros_ull(x) + 1 : 0;
}
static inline unsigned int stdc_first_trailing_zero_ull(unsigned long long x)
{
	return stdc_first_trailing_one_ull((unsigned long long)~x);
}
static inline unsigned int stdc_count_ones_ull(unsigned long long x)
{
	return (unsigned int)__builtin_popcountll(x);
}
static inline unsigned int stdc_count_zeros_ull(unsigned long long x)
{
	return 64u - stdc_count_ones_ull(x);
}
static inline _Bool stdc_has_single_bit_ull(unsigned long long x)
{
	return x && !(x & (x - 1));
}
static inline unsigned int stdc_bit_width_ull(unsigned long long x)
{
	return 64u - stdc_leading_zeros_ull(x);
}
static inline unsigned long long stdc_bit_floor_ull(unsigned long long x)
{
	return x ? (unsigned long long)((unsigned long long)1 << (stdc_bit_width_ull(x) - 1)) : 0;
}
static inline unsigned long long stdc_bit_ceil_ull(unsigned long long x)
{
	return x <= 1 ? 1 : stdc_bit_width_ull((unsigned long long)(x - 1)) == 64u ? 0 : (unsigned long long)((unsigned long long)1 << stdc_bit_width_ull((unsigned long long)(x - 1)));
}
#define stdc_leading_zeros(x) _Generic((x), unsigned char: stdc_leading_zeros_uc, unsigned short: stdc_leading_zeros_us, unsigned int: stdc_leading_zeros_ui, unsigned long: stdc_leading_zeros_ul, unsigned long long: stdc_leading_zeros_ull)(x)
#define stdc_leading_ones(x) _Generic((x), unsigned char: stdc_leading_ones_uc, unsigned short: stdc_leading_ones_us, unsigned int: stdc_leading_ones_ui, unsigned long: stdc_leading_ones_ul, unsigned long long: stdc_leading_ones_ull)(x)
#define stdc_trailing_zeros(x) _Generic((x), unsigned char: stdc_trailing_zeros_uc, unsigned short: stdc_trailing_zeros_us, unsigned int: stdc_trailing_zeros_ui, unsigned long: stdc_trailing_zeros_ul, unsigned long long: stdc_trailing_zeros_ull)(x)
#define stdc_trailing_ones(x) _Generic((x), unsigned char: stdc_trailing_ones_uc, unsigned short: stdc_trailing_ones_us, unsigned int: stdc_trailing_ones_ui, unsigned long: stdc_trailing_ones_ul, unsigned long long: stdc_trailing_ones_ull)(x)
#define stdc_first_leading_zero(x) _Generic((x), unsigned char: stdc_first_leading_zero_uc, unsigned short: stdc_first_leading_zero_us, unsigned int: stdc_first_leading_zero_ui, unsigned long: stdc_first_leading_zero_ul, unsigned long long: stdc_first_leading_zero_ull)(x)
#define stdc_first_leading_one(x) _Generic((x), unsigned char: stdc_first_leading_one_uc, unsigned short: stdc_first_leading_one_us, unsigned int: stdc_first_leading_one_ui, unsigned long: stdc_first_leading_one_ul, unsigned long long: stdc_first_leading_one_ull)(x)
#define stdc_first_trailing_zero(x) _Generic((x), unsigned char: stdc_first_trailing_zero_uc, unsigned short: stdc_first_trailing_zero_us, unsigned int: stdc_first_trailing_zero_ui, unsigned long: stdc_first_trailing_zero_ul, unsigned long long: stdc_first_trailing_zero_ull)(x)
#define stdc_first_trailing_one(x) _Generic((x), unsigned char: stdc_first_trailing_one_uc, unsigned short: stdc_first_trailing_one_us, unsigned int: stdc_first_trailing_one_ui, unsigned long: stdc_first_trailing_one_ul, unsigned long long: stdc_first_trailing_one_ull)(x)
#define stdc_count_zeros(x) _Generic((x), unsigned char: stdc_count_zeros_uc, unsigned short: stdc_count_zeros_us, unsigned int: stdc_count_zeros_ui, unsigned long: stdc_count_zeros_ul, unsigned long long: stdc_count_zeros_ull)(x)
#define stdc_count_ones(x) _Generic((x), unsigned char: stdc_count_ones_uc, unsigned short: stdc_count_ones_us, unsigned int: stdc_count_ones_ui, unsigned long: stdc_count_ones_ul, unsigned long long: stdc_count_ones_ull)(x)
#define stdc_has_single_bit(x) _Generic((x), unsigned char: stdc_has_single_bit_uc, unsigned short: stdc_has_single_bit_us, unsigned int: stdc_has_single_bit_ui, unsigned long: stdc_has_single_bit_ul, unsigned long long: stdc_has_single_bit_ull)(x)
#define stdc_bit_width(x) _Generic((x), unsigned char: stdc_bit_width_uc, unsigned short: stdc_bit_width_us, unsigned int: stdc_bit_width_ui, unsigned long: stdc_bit_width_ul, unsigned long long: stdc_bit_width_ull)(x)
#define stdc_bit_floor(x) _Generic((x), unsigned char: stdc_bit_floor_uc, unsigned short: stdc_bit_floor_us, unsigned int: stdc_bit_floor_ui, unsigned long: stdc_bit_floor_ul, unsigned long long: stdc_bit_floor_ull)(x)
#define stdc_bit_ceil(x) _Generic((x), unsigned char: stdc_bit_ceil_uc, unsigned short: stdc_bit_ceil_us, unsigned int: stdc_bit_ceil_ui, unsigned long: stdc_bit_ceil_ul, unsigned long long: stdc_bit_ceil_ull)(x)
#endif
