/* Base 64 of RFC 4648. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include "idx.h"
#define BASE64_LENGTH(n) ((((n) + 2) / 3) * 4)
struct base64_decode_context {
	int i;
	char buf[4];
};
bool isbase64(char);
void base64_encode(char const *, idx_t, char *, idx_t);
void base64_decode_ctx_init(struct base64_decode_context *);
bool base64_decode_ctx(struct base64_decode_context *, char const *, idx_t, char *, idx_t *);
