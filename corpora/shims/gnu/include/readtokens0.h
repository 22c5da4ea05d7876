/* Tokens that end at NUL. */
#pragma once
#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>
#include "obstack.h"
struct Tokens {
	size_t n_tok;
	char **tok;
	size_t *tok_len;
	struct obstack o_data, o_tok, o_tok_len;
};
void readtokens0_init(struct Tokens *);
void readtokens0_free(struct Tokens *);
bool readtokens0(FILE *, struct Tokens *);
