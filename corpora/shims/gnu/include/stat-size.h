#pragma once
#include <sys/stat.h>
#ifndef ST_BLKSIZE
#define ST_BLKSIZE(st) (0 < (st).st_blksize && (st).st_blksize <= 1 << 22 ? (st).st_blksize : 512)
#endif
#ifndef ST_NBLOCKS
#define ST_NBLOCKS(st) ((st).st_blocks)
#endif
#ifndef ST_NBLOCKSIZE
#define ST_NBLOCKSIZE 512
#endif
