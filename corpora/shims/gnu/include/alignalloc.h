#pragma once
#include <stdlib.h>
#include "idx.h"
#include "xalloc.h"
void *alignalloc(idx_t alignment, idx_t size);
void *xalignalloc(idx_t alignment, idx_t size);
#define alignfree(p) free(p)
