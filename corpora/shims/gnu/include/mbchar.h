/* Widths of characters: those of the C locale. */
#pragma once
#include <stddef.h>
#include <wchar.h>
#include <wctype.h>
#define is_basic(c) (0 <= (c) && (c) < 128)
