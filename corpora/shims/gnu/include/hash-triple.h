/* Files by name, device and inode. */
#pragma once
#include <stdbool.h>
#include <sys/stat.h>
#include <sys/types.h>
struct F_triple {
	char *name;
	ino_t st_ino;
	dev_t st_dev;
};
size_t triple_hash(void const *, size_t);
size_t triple_hash_no_name(void const *, size_t);
bool triple_compare(void const *, void const *);
bool triple_compare_ino_str(void const *, void const *);
void triple_free(void *);
