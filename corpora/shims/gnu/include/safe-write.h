#pragma once
#include <stddef.h>
#define SAFE_WRITE_ERROR ((size_t)-1)
size_t safe_write(int, void const *, size_t);
