#pragma once
#include <stddef.h>
size_t full_write(int, void const *, size_t);
