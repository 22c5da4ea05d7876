/* Base 32 of RFC 4648: declared alone. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include "idx.h"
#define BASE32_LENGTH(n) ((((n) + 4) / 5) * 8)
struct base32_decode_context {
	int i;
	char buf[8];
};
bool isbase32(char);
void base32_encode(char const *, idx_t, char *, idx_t);
void base32_decode_ctx_init(struct base32_decode_context *);
bool base32_decode_ctx(struct base32_decode_context *, char const *, idx_t, char *, idx_t *);
