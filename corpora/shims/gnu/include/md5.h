/* Sums: declared alone. */
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#define MD5_DIGEST_SIZE 16
struct md5_ctx {
	uint32_t state[5], total[2], buflen, buffer[32];
};
void md5_init_ctx(struct md5_ctx *);
void md5_process_block(void const *, size_t, struct md5_ctx *);
void md5_process_bytes(void const *, size_t, struct md5_ctx *);
void *md5_finish_ctx(struct md5_ctx *, void *);
void *md5_buffer(char const *, size_t, void *);
int md5_stream(FILE *, void *);
