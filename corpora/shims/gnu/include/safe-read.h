#pragma once
#include <stddef.h>
#define SAFE_READ_ERROR ((size_t)-1)
size_t safe_read(int, void *, size_t);
