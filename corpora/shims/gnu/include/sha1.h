/* Sums: declared alone. */
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#define SHA1_DIGEST_SIZE 20
struct sha1_ctx {
	uint32_t state[5], total[2], buflen, buffer[32];
};
void sha1_init_ctx(struct sha1_ctx *);
void sha1_process_block(void const *, size_t, struct sha1_ctx *);
void sha1_process_bytes(void const *, size_t, struct sha1_ctx *);
void *sha1_finish_ctx(struct sha1_ctx *, void *);
void *sha1_buffer(char const *, size_t, void *);
int sha1_stream(FILE *, void *);
