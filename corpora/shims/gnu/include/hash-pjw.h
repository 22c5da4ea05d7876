#pragma once
#include <stddef.h>
size_t hash_pjw(void const *, size_t);
