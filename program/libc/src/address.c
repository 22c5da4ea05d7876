/* Addresses as %p prints them. An address of the machine tells how many objects
   were there before it, so that a change in allocation would show wherever one is
   printed. Objects are numbered in the order in which they are printed instead. */
#include <rift/file.h>
#include <rift/format.h>
#include <rift/intrinsics.h>

struct printed {
	struct printed *next;
	unsigned long object;
};

static struct printed *printed;

#define FIRST 0x7f01UL /* looks like an address, and is one of no object in small programs */

unsigned long __libc_print_address(unsigned long a)
{
	unsigned long object = a >> 32, n = FIRST;
	struct printed **p = &printed;
	if (!object)
		return a;
	for (; *p && (*p)->object != object; p = &(*p)->next)
		n++;
	if (!*p) {
		if (!(*p = __rift_alloc(sizeof **p)))
			return a;
		(*p)->next = 0;
		(*p)->object = object;
	}
	return n << 32 | (a & 0xffffffffUL);
}

unsigned long __libc_read_address(unsigned long a)
{
	unsigned long n = a >> 32;
	struct printed *p = printed;
	if (n < FIRST)
		return a;
	for (; p && n > FIRST; p = p->next)
		n--;
	return p ? p->object << 32 | (a & 0xffffffffUL) : a;
}
