#ifndef _CPUID_H
#define _CPUID_H

/* The processor has nothing that a program need know about, so that it takes
   the way in plain C. */
#define bit_SSE3 (1u << 0)
#define bit_PCLMUL (1u << 1)
#define bit_SSSE3 (1u << 9)
#define bit_SSE4_1 (1u << 19)
#define bit_SSE4_2 (1u << 20)
#define bit_AES (1u << 25)
#define bit_OSXSAVE (1u << 27)
#define bit_AVX (1u << 28)
#define bit_SSE (1u << 25)
#define bit_SSE2 (1u << 26)
#define bit_BMI (1u << 3)
#define bit_AVX2 (1u << 5)
#define bit_BMI2 (1u << 8)
static inline unsigned int __get_cpuid_max(unsigned int leaf, unsigned int *signature)
{
	return 0;
}
static inline int __get_cpuid(unsigned int leaf, unsigned int *a, unsigned int *b, unsigned int *c, unsigned int *d)
{
	return 0;
}
static inline int __get_cpuid_count(unsigned int leaf, unsigned int part, unsigned int *a, unsigned int *b, unsigned int *c, unsigned int *d)
{
	return 0;
}
#endif
