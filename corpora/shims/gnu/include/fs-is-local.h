#pragma once
/* 1: a file system of this machine. Rift's is, and what it is not sure of. */
static inline int is_local_fs_type(unsigned long magic)
{
	return 1;
}
