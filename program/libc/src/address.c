/* Addresses as %p prints them. An address of the machine tells how many objects
   were there before it, so that a change in allocation would show wherever one is
   printed. Objects are numbered in the order in which they are printed instead. */
#include <rift/file.h>
#include <rift/format.h>
#include <rift/intrinsics.h>

struct printed {
	struct printed *next;
	unsigned long start; /* of the object's slot */
};

static struct printed *printed;

#define FIRST 0x7f01UL /* looks like an address, and is one of no object in small programs */

/* The bits of an address that are the offset in its slot; see program/address.go. */
static unsigned long offset_bits(unsigned long a)
{
	return a >> 46 == 1 ? (1UL << 22) - 1 : (1UL << 32) - 1;
}

unsigned long __libc_print_address(unsigned long a)
{
	unsigned long bits = offset_bits(a), start = a & ~bits, n = FIRST;
	struct printed **p = &printed;
	if (!start)
		return a;
	for (; *p && (*p)->start != start; p = &(*p)->next)
		n++;
	if (!*p) {
		if (!(*p = __rift_alloc(sizeof **p)))
			return a;
		(*p)->next = 0;
		(*p)->start = start;
	}
	return n << 32 | (a & bits);
}

unsigned long __libc_read_address(unsigned long a)
{
	unsigned long n = a >> 32;
	struct printed *p = printed;
	if (n < FIRST)
		return a;
	for (; p && n > FIRST; p = p->next)
		n--;
	return p ? p->start | (a & 0xffffffffUL) : a;
}
