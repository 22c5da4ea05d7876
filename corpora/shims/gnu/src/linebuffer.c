/* Lines that may hold any byte. A last line without an end gets one. */
#include <config.h>
#include "linebuffer.h"
#include <stdlib.h>
#include <string.h>
#include "xalloc.h"

void initbuffer(struct linebuffer *b)
{
	memset(b, 0, sizeof *b);
}

struct linebuffer *readlinebuffer_delim(struct linebuffer *b, FILE *f, char delim)
{
	if (feof(f))
		return NULL;
	b->length = 0;
	for (;;) {
		int c = getc(f);
		if (c == EOF) {
			if (b->length == 0 || ferror(f))
				return NULL;
			if (b->buffer[b->length - 1] == delim)
				break;
			c = (unsigned char)delim;
		}
		if (b->length == b->size)
			b->buffer = x2realloc(b->buffer, &b->size);
		b->buffer[b->length++] = c;
		if ((char)c == delim)
			break;
	}
	return b;
}

struct linebuffer *readlinebuffer(struct linebuffer *b, FILE *f)
{
	return readlinebuffer_delim(b, f, '\n');
}

void freebuffer(struct linebuffer *b)
{
	free(b->buffer);
}
