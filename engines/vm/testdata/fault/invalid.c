// case null: null dereference: read of 4 bytes at a null pointer
// case nullfield: null dereference: write of 8 bytes at offset 8 of a null pointer
// case nullstring: null dereference: (in strlen)
// case integer: invalid pointer: read of 1 byte at 0x123456789abc
// case function: invalid pointer: read of 1 byte at function main; gcc reads it
// case literal: write to read-only object: write of 1 byte at offset 0 of string literal "abc" (4 bytes)
// case constant: write to read-only object: "fixed"
// case callnull: bad call: call of a null pointer
// case calldata: bad call: call of an address in "fixed"
// case callwild: bad call: call of 0x; gcc runs it
#include <string.h>
#include <stddef.h>

struct node { long key; struct node *next; };
static volatile int sink;
static const int fixed[3] = {1, 2, 3};

int main(int argc, char **argv)
{
	const char *w = argv[1];
	int *volatile null = NULL;
	struct node *volatile node = NULL;
	if (!strcmp(w, "null"))
		sink = *null; /*@null*/
	if (!strcmp(w, "nullfield"))
		node->next = NULL; /*@nullfield*/
	if (!strcmp(w, "nullstring"))
		sink = strlen((char *)null); /*@nullstring*/
	if (!strcmp(w, "integer"))
		sink = *(char *)0x123456789abc; /*@integer*/
	if (!strcmp(w, "function"))
		sink = *(char *)main; /*@function*/
	if (!strcmp(w, "literal"))
		*(char *)"abc" = 'x'; /*@literal*/
	if (!strcmp(w, "constant"))
		*(int *)&fixed[1] = 3; /*@constant*/
	void (*volatile f)(void) = NULL;
	if (!strcmp(w, "callnull"))
		f(); /*@callnull*/
	f = (void (*)(void))(void *)fixed;
	if (!strcmp(w, "calldata"))
		f(); /*@calldata*/
	f = (void (*)(void))((char *)main + 1);
	if (!strcmp(w, "callwild"))
		f(); /*@callwild*/
	return 0;
}
