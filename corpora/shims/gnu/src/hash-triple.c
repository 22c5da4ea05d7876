#include <config.h>
#include "hash-triple.h"
#include <stdlib.h>
#include <string.h>
#include "hash-pjw.h"
#include "same-inode.h"

size_t triple_hash(void const *p, size_t n)
{
	struct F_triple const *f = p;
	return (hash_pjw(f->name, n) ^ f->st_ino) % n;
}

size_t triple_hash_no_name(void const *p, size_t n)
{
	struct F_triple const *f = p;
	return f->st_ino % n;
}

bool triple_compare(void const *a, void const *b)
{
	struct F_triple const *x = a, *y = b;
	return SAME_INODE(*x, *y) && strcmp(x->name, y->name) == 0;
}

bool triple_compare_ino_str(void const *a, void const *b)
{
	return triple_compare(a, b);
}

void triple_free(void *p)
{
	struct F_triple *f = p;
	free(f->name);
	free(f);
}
