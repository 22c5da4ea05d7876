/* Mounted file systems: declared alone. */
#pragma once
#include <stdbool.h>
#include <sys/types.h>
struct mount_entry {
	char *me_devname, *me_mountdir, *me_mntroot, *me_type;
	dev_t me_dev;
	unsigned int me_dummy : 1, me_remote : 1, me_type_malloced : 1;
	struct mount_entry *me_next;
};
struct mount_entry *read_file_system_list(bool);
void free_mount_entry(struct mount_entry *);
