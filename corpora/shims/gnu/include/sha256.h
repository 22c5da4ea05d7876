/* Sums: declared alone. */
#pragma once
#include <stdio.h>
enum { SHA224_DIGEST_SIZE = 28, SHA256_DIGEST_SIZE = 32 };
int sha224_stream(FILE *, void *);
int sha256_stream(FILE *, void *);
