#pragma once
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>
#define GETNLINE_NO_LIMIT SIZE_MAX
ssize_t getndelim2(char **, size_t *, size_t offset, size_t max, int delim1, int delim2, FILE *);
