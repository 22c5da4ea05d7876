/* Blocks of memory: compared, transformed, aligned, read from files. */
#include <config.h>
#include "alignalloc.h"
#include "memcasecmp.h"
#include "memcmp2.h"
#include "read-file.h"
#include "xmemxfrm.h"
#include <ctype.h>
#include <string.h>

int memcasecmp(void const *a, void const *b, size_t n)
{
	unsigned char const *p = a, *q = b;
	for (size_t i = 0; i < n; i++) {
		int d = toupper(p[i]) - toupper(q[i]);
		if (d)
			return d;
	}
	return 0;
}

int memcmp2(char const *a, size_t n, char const *b, size_t m)
{
	int d = memcmp(a, b, n < m ? n : m);
	return d ? d : n < m ? -1 : n > m;
}

/* In the C locale the key of a text is the text. */
size_t xmemxfrm(char *to, size_t room, char *from, size_t n)
{
	if (n < room) {
		memcpy(to, from, n);
		to[n] = '\0';
	}
	return n;
}

void *alignalloc(idx_t alignment, idx_t size)
{
	return aligned_alloc(alignment, size);
}

void *xalignalloc(idx_t alignment, idx_t size)
{
	void *p = alignalloc(alignment, size);
	if (!p)
		xalloc_die();
	return p;
}

char *fread_file(FILE *in, int flags, size_t *length)
{
	char *text = NULL;
	size_t n = 0, room = 0;
	int c;
	(void)flags;
	while ((c = getc(in)) != EOF) {
		if (n + 1 >= room)
			text = x2realloc(text, &room);
		text[n++] = c;
	}
	if (!text)
		text = xmalloc(1);
	text[n] = '\0';
	*length = n;
	if (!ferror(in))
		return text;
	free(text);
	return NULL;
}

char *read_file(char const *name, int flags, size_t *length)
{
	FILE *in = fopen(name, "r");
	if (!in)
		return NULL;
	char *text = fread_file(in, flags, length);
	fclose(in);
	return text;
}
