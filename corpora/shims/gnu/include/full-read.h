#pragma once
#include <stddef.h>
size_t full_read(int, void *, size_t);
