#pragma once
#include <stddef.h>
int memcasecmp(void const *, void const *, size_t);
