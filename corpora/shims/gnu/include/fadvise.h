#pragma once
#include <fcntl.h>
#include <stdio.h>
typedef enum {
	FADVISE_NORMAL = POSIX_FADV_NORMAL,
	FADVISE_SEQUENTIAL = POSIX_FADV_SEQUENTIAL,
	FADVISE_NOREUSE = POSIX_FADV_NOREUSE,
	FADVISE_DONTNEED = POSIX_FADV_DONTNEED,
	FADVISE_WILLNEED = POSIX_FADV_WILLNEED,
	FADVISE_RANDOM = POSIX_FADV_RANDOM
} fadvice_t;
void fdadvise(int, off_t, off_t, fadvice_t);
void fadvise(FILE *, fadvice_t);
