#pragma once
#include <sys/stat.h>
#ifndef SAME_INODE
#define SAME_INODE(a, b) ((a).st_ino == (b).st_ino && (a).st_dev == (b).st_dev)
#endif
