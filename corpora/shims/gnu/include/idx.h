/* Sizes and indices as signed integers. */
#pragma once
#include <stddef.h>
#include <stdint.h>
typedef ptrdiff_t idx_t;
#define IDX_MAX PTRDIFF_MAX
#define IDX_WIDTH PTRDIFF_WIDTH
