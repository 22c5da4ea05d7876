/* Walks through hierarchies of files. Names are full names, relative to the
   working directory, which does not change. */
#pragma once
#include <stddef.h>
#include <sys/stat.h>
#include <sys/types.h>
typedef struct _ftsent FTSENT;
typedef struct {
	FTSENT *fts_cur;
	FTSENT *fts_child;
	dev_t fts_dev;
	char *fts_path;
	int fts_cwd_fd;
	int fts_options;
	int (*fts_compar)(FTSENT const **, FTSENT const **);
} FTS;
#define FTS_COMFOLLOW 0x0001
#define FTS_LOGICAL 0x0002
#define FTS_NOCHDIR 0x0004
#define FTS_NOSTAT 0x0008
#define FTS_PHYSICAL 0x0010
#define FTS_SEEDOT 0x0020
#define FTS_XDEV 0x0040
#define FTS_WHITEOUT 0x0080
#define FTS_TIGHT_CYCLE_CHECK 0x0100
#define FTS_CWDFD 0x0200
#define FTS_DEFER_STAT 0x0400
#define FTS_NOATIME 0x0800
struct _ftsent {
	FTSENT *fts_cycle, *fts_parent, *fts_link;
	long fts_number;
	void *fts_pointer;
	char *fts_accpath, *fts_path;
	int fts_errno, fts_symfd;
	size_t fts_pathlen;
	FTS *fts_fts;
	ptrdiff_t fts_level;
	size_t fts_namelen;
	unsigned short int fts_info, fts_flags, fts_instr;
	struct stat fts_statp[1];
	char *fts_name;
};
#define FTS_ROOTPARENTLEVEL (-1)
#define FTS_ROOTLEVEL 0
#define FTS_D 1
#define FTS_DC 2
#define FTS_DEFAULT 3
#define FTS_DNR 4
#define FTS_DOT 5
#define FTS_DP 6
#define FTS_ERR 7
#define FTS_F 8
#define FTS_INIT 9
#define FTS_NS 10
#define FTS_NSOK 11
#define FTS_SL 12
#define FTS_SLNONE 13
#define FTS_W 14
#define FTS_AGAIN 1
#define FTS_FOLLOW 2
#define FTS_NOINSTR 3
#define FTS_SKIP 4
FTS *fts_open(char *const *, int, int (*)(FTSENT const **, FTSENT const **));
FTSENT *fts_read(FTS *);
FTSENT *fts_children(FTS *, int);
int fts_set(FTS *, FTSENT *, int);
int fts_close(FTS *);
