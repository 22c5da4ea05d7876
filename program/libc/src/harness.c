/* Nondeterministic inputs and assumptions. Each call takes the next value. */
#include <rift/harness.h>
#include <rift/intrinsics.h>

_Bool __VERIFIER_nondet_bool(void)
{
	return __rift_nondet("bool", 1) & 1;
}

char __VERIFIER_nondet_char(void)
{
	return (char)__rift_nondet("char", 1);
}

signed char __VERIFIER_nondet_schar(void)
{
	return (signed char)__rift_nondet("schar", 1);
}

unsigned char __VERIFIER_nondet_uchar(void)
{
	return (unsigned char)__rift_nondet("uchar", 1);
}

short __VERIFIER_nondet_short(void)
{
	return (short)__rift_nondet("short", 2);
}

unsigned short __VERIFIER_nondet_ushort(void)
{
	return (unsigned short)__rift_nondet("ushort", 2);
}

int __VERIFIER_nondet_int(void)
{
	return (int)__rift_nondet("int", 4);
}

unsigned int __VERIFIER_nondet_uint(void)
{
	return (unsigned int)__rift_nondet("uint", 4);
}

unsigned int __VERIFIER_nondet_unsigned(void)
{
	return (unsigned int)__rift_nondet("unsigned", 4);
}

long __VERIFIER_nondet_long(void)
{
	return (long)__rift_nondet("long", 8);
}

unsigned long __VERIFIER_nondet_ulong(void)
{
	return (unsigned long)__rift_nondet("ulong", 8);
}

long long __VERIFIER_nondet_longlong(void)
{
	return (long long)__rift_nondet("longlong", 8);
}

unsigned long long __VERIFIER_nondet_ulonglong(void)
{
	return (unsigned long long)__rift_nondet("ulonglong", 8);
}

size_t __VERIFIER_nondet_size_t(void)
{
	return (size_t)__rift_nondet("size_t", 8);
}

int8_t __VERIFIER_nondet_int8(void)
{
	return (int8_t)__rift_nondet("int8", 1);
}

int16_t __VERIFIER_nondet_int16(void)
{
	return (int16_t)__rift_nondet("int16", 2);
}

int32_t __VERIFIER_nondet_int32(void)
{
	return (int32_t)__rift_nondet("int32", 4);
}

int64_t __VERIFIER_nondet_int64(void)
{
	return (int64_t)__rift_nondet("int64", 8);
}

uint8_t __VERIFIER_nondet_uint8(void)
{
	return (uint8_t)__rift_nondet("uint8", 1);
}

uint16_t __VERIFIER_nondet_uint16(void)
{
	return (uint16_t)__rift_nondet("uint16", 2);
}

uint32_t __VERIFIER_nondet_uint32(void)
{
	return (uint32_t)__rift_nondet("uint32", 4);
}

uint64_t __VERIFIER_nondet_uint64(void)
{
	return (uint64_t)__rift_nondet("uint64", 8);
}

void *__VERIFIER_nondet_pointer(void)
{
	return (void *)__rift_nondet("pointer", 8);
}

float __VERIFIER_nondet_float(void)
{
	union {
		unsigned int bits;
		float x;
	} u = {.bits = (unsigned int)__rift_nondet("float", 4)};
	return u.x;
}

double __VERIFIER_nondet_double(void)
{
	union {
		long bits;
		double x;
	} u = {.bits = __rift_nondet("double", 8)};
	return u.x;
}

void __VERIFIER_nondet_memory(void *p, size_t n)
{
	__rift_symbolic(p, n, "memory");
}

void __VERIFIER_assume(int condition)
{
	__rift_assume(condition != 0);
}

void __VERIFIER_assert(int condition)
{
	if (!condition)
		__rift_error("assertion violated");
}

void __VERIFIER_error(void)
{
	__rift_error("__VERIFIER_error");
}

void reach_error(void)
{
	__rift_error("reach_error");
}
