/* Space of file systems: declared alone. */
#pragma once
#include <stdbool.h>
#include <stdint.h>
struct fs_usage {
	uintmax_t fsu_blocksize, fsu_blocks, fsu_bfree, fsu_bavail;
	bool fsu_bavail_top_bit_set;
	uintmax_t fsu_files, fsu_ffree;
};
int get_fs_usage(char const *, char const *, struct fs_usage *);
