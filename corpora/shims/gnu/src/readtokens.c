/* Tokens: between delimiters, or ended by NUL. */
#include <config.h>
#include "readtokens.h"
#include "readtokens0.h"
#include <stdlib.h>
#include <string.h>
#include "xalloc.h"

void init_tokenbuffer(token_buffer *b)
{
	b->size = 0;
	b->buffer = NULL;
}

static void put(token_buffer *b, size_t at, char c)
{
	if (at >= b->size)
		b->buffer = x2realloc(b->buffer, &b->size);
	b->buffer[at] = c;
}

size_t readtoken(FILE *in, char const *delimiters, size_t n, token_buffer *b)
{
	size_t length = 0;
	int c = getc(in);
	while (c != EOF && memchr(delimiters, c, n))
		c = getc(in);
	if (c == EOF)
		return -1;
	for (; c != EOF && !memchr(delimiters, c, n); c = getc(in))
		put(b, length++, c);
	put(b, length, '\0');
	return length;
}

size_t readtokens(FILE *in, size_t guess, char const *delimiters, size_t n, char ***tokens, size_t **lengths)
{
	size_t count = 0, room = guess + 1, room2;
	char **list = xnmalloc(room, sizeof *list);
	size_t *sizes = xnmalloc(room, sizeof *sizes);
	token_buffer b;
	init_tokenbuffer(&b);
	for (;;) {
		size_t length = readtoken(in, delimiters, n, &b);
		if (count >= room) {
			room2 = room;
			list = x2nrealloc(list, &room, sizeof *list);
			sizes = x2nrealloc(sizes, &room2, sizeof *sizes);
		}
		if (length == (size_t)-1)
			break;
		list[count] = xmemdup(b.buffer, length + 1);
		sizes[count++] = length;
	}
	list[count] = NULL;
	sizes[count] = 0;
	free(b.buffer);
	*tokens = list;
	if (lengths)
		*lengths = sizes;
	else
		free(sizes);
	return count;
}

#define obstack_chunk_alloc malloc
#define obstack_chunk_free free

void readtokens0_init(struct Tokens *t)
{
	t->n_tok = 0;
	t->tok = NULL;
	t->tok_len = NULL;
	obstack_init(&t->o_data);
	obstack_init(&t->o_tok);
	obstack_init(&t->o_tok_len);
}

void readtokens0_free(struct Tokens *t)
{
	obstack_free(&t->o_data, NULL);
	obstack_free(&t->o_tok, NULL);
	obstack_free(&t->o_tok_len, NULL);
}

static void save(struct Tokens *t)
{
	size_t length = obstack_object_size(&t->o_data) - 1;
	char *text = obstack_finish(&t->o_data);
	obstack_ptr_grow(&t->o_tok, text);
	obstack_grow(&t->o_tok_len, &length, sizeof length);
	t->n_tok++;
}

bool readtokens0(FILE *in, struct Tokens *t)
{
	int c;
	while ((c = getc(in)) != EOF) {
		obstack_1grow(&t->o_data, c);
		if (!c)
			save(t);
	}
	if (obstack_object_size(&t->o_data)) {
		obstack_1grow(&t->o_data, '\0');
		save(t);
	}
	obstack_ptr_grow(&t->o_tok, NULL);
	t->tok = obstack_finish(&t->o_tok);
	t->tok_len = obstack_finish(&t->o_tok_len);
	return !ferror(in);
}
