/* Nondeterministic inputs, assumptions and errors, by the names that
   verification competitions and symbolic executors use. */
#ifndef _RIFT_HARNESS_H
#define _RIFT_HARNESS_H
#include <stddef.h>
#include <stdint.h>
_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
signed char __VERIFIER_nondet_schar(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);
unsigned int __VERIFIER_nondet_unsigned(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
long long __VERIFIER_nondet_longlong(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
size_t __VERIFIER_nondet_size_t(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
void *__VERIFIER_nondet_pointer(void);
int8_t __VERIFIER_nondet_int8(void);
int16_t __VERIFIER_nondet_int16(void);
int32_t __VERIFIER_nondet_int32(void);
int64_t __VERIFIER_nondet_int64(void);
uint8_t __VERIFIER_nondet_uint8(void);
uint16_t __VERIFIER_nondet_uint16(void);
uint32_t __VERIFIER_nondet_uint32(void);
uint64_t __VERIFIER_nondet_uint64(void);
void __VERIFIER_nondet_memory(void *, size_t);
void __VERIFIER_assume(int);
void __VERIFIER_assert(int);
void __VERIFIER_error(void) __attribute__((__noreturn__));
void reach_error(void);
#endif
