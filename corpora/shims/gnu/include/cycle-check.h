/* Nothing links directories into a circle here, but programs count. */
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>
#include "dev-ino.h"
#include "same-inode.h"
struct cycle_check_state {
	struct dev_ino dev_ino;
	uintmax_t chdir_counter;
	int magic;
};
void cycle_check_init(struct cycle_check_state *);
bool cycle_check(struct cycle_check_state *, struct stat const *);
#define CYCLE_CHECK_REFLECT_CHDIR_UP(state, new_dir, old_dir)             \
	do {                                                              \
		if (SAME_INODE((state)->dev_ino, new_dir)) {              \
			(state)->dev_ino.st_dev = (old_dir).st_dev;       \
			(state)->dev_ino.st_ino = (old_dir).st_ino;       \
		}                                                         \
	} while (0)
