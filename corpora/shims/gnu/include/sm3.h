/* Sums: declared alone. */
#pragma once
#include <stdio.h>
enum { SM3_DIGEST_SIZE = 32 };
int sm3_stream(FILE *, void *);
