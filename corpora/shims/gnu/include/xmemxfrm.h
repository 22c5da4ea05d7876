#pragma once
#include <stddef.h>
size_t xmemxfrm(char *, size_t, char *, size_t);
