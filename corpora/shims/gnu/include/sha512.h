/* Sums: declared alone. */
#pragma once
#include <stdio.h>
enum { SHA384_DIGEST_SIZE = 48, SHA512_DIGEST_SIZE = 64 };
int sha384_stream(FILE *, void *);
int sha512_stream(FILE *, void *);
