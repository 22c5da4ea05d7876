/* Tokens with delimiters between them. */
#pragma once
#include <stdio.h>
struct tokenbuffer {
	size_t size;
	char *buffer;
};
typedef struct tokenbuffer token_buffer;
void init_tokenbuffer(token_buffer *);
size_t readtoken(FILE *, char const *delimiters, size_t n_delimiters, token_buffer *);
size_t readtokens(FILE *, size_t guess, char const *delimiters, size_t n_delimiters, char ***tokens, size_t **lengths);
